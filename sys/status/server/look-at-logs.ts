import type { Services } from '@back-office/server/office/server-feature.ts';
import { sql } from 'kysely';
import type { StatusItem } from '../status.ts';
import { gradedItem } from './words.ts';

/** How far back the logs go, and how far they may. Reads one end of an index each. */
export async function lookAtLogs({ db, settings }: Services): Promise<StatusItem[]> {
  const { rows } = await sql<{ login: number | null; operation: number | null }>`
    SELECT extract(day FROM now() - (SELECT min(login_time) FROM sys_log_login))::integer AS login,
      extract(day FROM now() - (SELECT min(opt_time) FROM sys_log_opt))::integer AS operation`.execute(db);
  const { login = null, operation = null } = rows[0] ?? {};
  return [
    logItem('login', '登录日志', login, settings.loginLogDays),
    logItem('operation', '操作日志', operation, settings.operationLogDays),
  ];
}

/** A month's partition is dropped when its last entry has expired, so its first entry is kept up to a month longer. */
const month = 31;

function logItem(name: string, title: string, oldest: number | null, days: number): StatusItem {
  const kept = days === 0 ? '永久保留' : `保留 ${days} 天`;
  return gradedItem({ name, title, value: oldest === null ? `还没有记录，${kept}` : `最早的在 ${oldest} 天前，${kept}` }, [
    days > 0 && (oldest ?? 0) > days + month + 2,
    'warn',
    '过期的日志没有清理：看 定时任务 里的“清理过期日志”',
  ]);
}
