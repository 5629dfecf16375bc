import { outcomes } from '@back-office/contract/status.ts';
import { type Kysely, sql } from 'kysely';
import { newId } from '../../platform/database/new-id.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import type { JobKind } from '../../platform/jobs/job-kind.ts';
import type { Settings } from '../../platform/settings.ts';

/** Rows that one statement removes: it holds their locks for a moment only (docs/hardening.md H22). */
const portion = 1000;

/**
 * Removes lines of the sign-in log and of the operation log that are older than the settings say, in portions, once an
 * hour on one node of the cluster, and writes into the operation log that it did.
 */
export function clearLogs(db: Kysely<Tables>, settings: Pick<Settings, 'loginLogDays' | 'operationLogDays'>): JobKind {
  return {
    name: 'clear-logs',
    title: '清理过期日志',
    every: 3600,
    run: async ({ signal }) => {
      const { loginLogDays, operationLogDays } = settings;
      await clearOne(db, signal, { table: 'sys_log_login', time: 'login_time', title: '登录日志', days: loginLogDays });
      await clearOne(db, signal, { table: 'sys_log_opt', time: 'opt_time', title: '操作日志', days: operationLogDays });
    },
  };
}

interface Log {
  readonly table: 'sys_log_login' | 'sys_log_opt';
  readonly time: string;
  readonly title: string;
  /** 0 keeps them forever. */
  readonly days: number;
}

/**
 * Each batch is removed in one transaction with the log line that counts what was removed: whatever stops this, the log
 * is right.
 */
async function clearOne(db: Kysely<Tables>, signal: AbortSignal, log: Log): Promise<void> {
  if (log.days === 0) return;
  const line = newId();
  let cleared = 0;
  for (let gone = portion; gone === portion; cleared += gone) {
    signal.throwIfAborted();
    const before = cleared;
    gone = await withTransaction(db, async (transaction) => {
      const count = await clearPortion(transaction, log);
      if (count > 0) await tellCleared(transaction, log, line, before + count);
      return count;
    });
  }
}

async function clearPortion(db: Kysely<Tables>, { table, time, days }: Log): Promise<number> {
  const [from, column] = [sql.table(table), sql.ref(time)];
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM ${from} WHERE id IN (
      SELECT id FROM ${from} WHERE ${column} < now() - make_interval(days => ${days}) ORDER BY ${column} LIMIT ${portion})`.execute(db);
  return Number(numAffectedRows);
}

async function tellCleared(db: Kysely<Tables>, { title, days }: Log, line: string, cleared: number): Promise<void> {
  const optMessage = `清理${days}天前的记录${cleared}条`;
  await db
    .insertInto('sys_log_opt')
    .values({
      id: line,
      optModule: title,
      optType: '清理',
      optStatus: outcomes.success,
      optMessage,
      requestMethod: 'JOB',
      requestPath: 'clear-logs',
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ optMessage }))
    .execute();
}
