import type { Services } from '@back-office/server/office/server-feature.ts';
import { sql } from 'kysely';
import type { StatusAnswer, StatusItem, StatusSection } from '../status.ts';
import { lookAtBackup } from './look-at-backup.ts';
import { lookAtCertificates } from './look-at-certificates.ts';
import { lookAtDatabase } from './look-at-database.ts';
import { lookAtLogs } from './look-at-logs.ts';
import { lookAtNodes, type NodeRow, readNodes } from './look-at-nodes.ts';
import { lookAtQueue } from './look-at-queue.ts';
import { lookAtStorage } from './look-at-storage.ts';

/** All sections, in order. A section that fails says so, and does not hide the others. */
export async function readStatus(services: Services): Promise<StatusAnswer> {
  const { db } = services;
  // Needs no database connection, and may take two seconds: it runs concurrently with the others.
  const certificates = tryLook(services, 'certificates', () => lookAtCertificates(services.settings, services.clock()));
  const { rows } = await sql<{ time: string }>`SELECT to_char(now(), 'YYYY-MM-DD HH24:MI:SS') AS time`.execute(db);
  const nodes = await readNodes(db);
  const parts: readonly (readonly [string, string, (nodes: readonly NodeRow[]) => Promise<StatusItem[]> | StatusItem[]])[] = [
    ['nodes', '节点', lookAtNodes],
    ['database', '数据库', (known) => lookAtDatabase(services, known)],
    ['storage', '文件存储', (known) => lookAtStorage(db, services.database.kind, known)],
    ['queue', '任务队列', () => lookAtQueue(db)],
    ['backup', '备份', lookAtBackup],
    ['certificates', '证书', () => certificates],
    ['logs', '日志保留', () => lookAtLogs(services)],
  ];
  const sections: StatusSection[] = [];
  // Sequential: the status must not take every connection of the pool.
  for (const [name, title, readItems] of parts)
    sections.push({ name, title, items: await tryLook(services, name, () => readItems(nodes)) });
  return { time: rows[0]?.time ?? '', sections };
}

async function tryLook({ log }: Services, name: string, readItems: () => Promise<StatusItem[]> | StatusItem[]): Promise<StatusItem[]> {
  try {
    return await readItems();
  } catch (err) {
    log.warn({ err, part: name }, 'A part of the status could not be seen');
    return [{ name: 'unseen', title: '查看', level: 'bad', value: '查询失败', cure: '原因在服务器的日志里，搜索 could not be seen' }];
  }
}
