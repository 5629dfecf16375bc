import { formatBytes } from '@back-office/contract/format-bytes.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { silentAfter } from '@back-office/server/platform/metrics/node-report.ts';
import { type Kysely, sql } from 'kysely';
import type { StatusItem } from '../status.ts';
import type { NodeRow } from './look-at-nodes.ts';
import { gradedItem, infoItem, durationText } from './words.ts';

/** Seconds for which a storage failure counts as current. */
const recent = 3600;
/** Days until the disk is full at the current rate. */
const daysLeft = { warn: 60, bad: 14 };

/** Free space where each node stores its data, how fast it fills, and the file storage's last failure. */
export async function lookAtStorage(db: Kysely<Tables>, kind: string, nodes: readonly NodeRow[]): Promise<StatusItem[]> {
  return [...nodes.flatMap((node) => nodeItems(node, kind === 'embedded')), growthItem(await readGrowth(db), kind, nodes)];
}

/** The disk is shown if something that grows is on it: files, or the embedded database. */
export function nodeItems({ nodeName, report: { disk, files, storageError } }: NodeRow, isEmbedded: boolean): StatusItem[] {
  return [
    ...(files === 's3' ? [infoItem({ name: `files ${nodeName}`, title: nodeName, value: '文件在 S3 对象存储；余量请看存储服务' })] : []),
    ...(files === 'folder' || isEmbedded ? [diskItem(nodeName, disk)] : []),
    ...(storageError === undefined ? [] : [errorItem(nodeName, storageError)]),
  ];
}

function diskItem(node: string, disk: NodeRow['report']['disk']): StatusItem {
  const name = `disk ${node}`;
  if (disk === undefined)
    return {
      name,
      title: node,
      level: 'bad',
      value: '读不到 DATA_DIR 所在的磁盘',
      cure: '检查 DATA_DIR 是否存在、是否已挂载、服务的用户能否读写',
    };
  const share = disk.free / Math.max(1, disk.total);
  return gradedItem(
    { name, title: node, value: `剩余 ${formatBytes(disk.free)}，共 ${formatBytes(disk.total)}（${Math.round(share * 100)}%）` },
    [share < 0.05, 'bad', '磁盘将满，上传与导出会被拒绝：删除旧的备份与日志，或扩容'],
    [share < 0.15, 'warn', '磁盘余量不多：安排清理或扩容'],
  );
}

function errorItem(node: string, { time, message }: { time: number; message: string }): StatusItem {
  const ago = Math.max(0, (Date.now() - time) / 1000);
  return gradedItem({ name: `storage ${node}`, title: `${node} 最近的存储错误`, value: `${durationText(ago)}前：${message}` }, [
    ago < recent,
    'bad',
    '上传、下载或导出失败过：检查磁盘余量、权限，S3 则检查网络与密钥',
  ]);
}

/** Bytes of all files, and the growth of files and database; null until there are samples of two days. */
export interface Growth {
  readonly files: number;
  readonly days: number;
  readonly filesGrown: number | null;
  readonly databaseGrown: number | null;
}

async function readGrowth(db: Kysely<Tables>): Promise<Growth> {
  const { rows } = await sql<Growth>`
    WITH last AS (SELECT * FROM sys_size_sample WHERE file_bytes IS NOT NULL ORDER BY day DESC LIMIT 1),
      first AS (SELECT s.* FROM sys_size_sample s, last WHERE s.file_bytes IS NOT NULL AND s.day >= last.day - 14 AND s.day < last.day ORDER BY s.day LIMIT 1)
    SELECT coalesce((SELECT file_bytes FROM last), 0)::float8 AS files,
      coalesce((SELECT last.day - first.day FROM last, first), 0)::integer AS days,
      (SELECT last.file_bytes - first.file_bytes FROM last, first)::float8 AS files_grown,
      (SELECT last.database_bytes - first.database_bytes FROM last, first)::float8 AS database_grown`.execute(db);
  return rows[0] ?? { files: 0, days: 0, filesGrown: null, databaseGrown: null };
}

/** The size of all files, their growth, and when the smallest disk of a node will be full. */
export function growthItem({ files, days, filesGrown, databaseGrown }: Growth, kind: string, nodes: readonly NodeRow[]): StatusItem {
  const perDay = (filesGrown ?? 0) / Math.max(1, days);
  const said = `文件共 ${formatBytes(files)}${filesGrown === null ? '，增长速度明天可知' : `，近 ${days} 天平均每天增长 ${formatBytes(perDay)}`}`;
  const living = nodes.filter(({ silent }) => silent <= silentAfter);
  const onDisk =
    (living.some(({ report }) => report.files === 'folder') ? perDay : 0) +
    (kind === 'embedded' ? (databaseGrown ?? 0) / Math.max(1, days) : 0);
  const free = Math.min(...living.flatMap(({ report: { disk } }) => disk?.free ?? []));
  const daysUntilFull = onDisk > 0 && Number.isFinite(free) ? free / onDisk : Infinity;
  const value = daysUntilFull < 1000 ? `${said}；照此 ${Math.floor(daysUntilFull)} 天后 DATA_DIR 的磁盘会满` : said;
  const cure = '按现在的速度磁盘会满：安排扩容，缩短日志与附件的保留，或把文件改放 S3 对象存储';
  return gradedItem(
    { name: 'growth', title: '增长', value },
    [daysUntilFull < daysLeft.bad, 'bad', cure],
    [daysUntilFull < daysLeft.warn, 'warn', cure],
  );
}
