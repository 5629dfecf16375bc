import { formatBytes } from '@back-office/contract/format-bytes.ts';
import type { Services } from '@back-office/server/office/server-feature.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { type Kysely, sql } from 'kysely';
import type { StatusItem } from '../status.ts';
import { horizonItems } from './look-at-horizon.ts';
import type { NodeRow } from './look-at-nodes.ts';
import { replicationItems } from './look-at-replication.ts';
import { statementItems } from './look-at-statements.ts';
import { durationText, gradedItem, infoItem } from './words.ts';

/** Seconds for which a full disk counts as current. */
const recent = 3600;

/** Version, size, vacuum state, the slowest statements; for a server also its connections, hosts and replicas. */
export async function lookAtDatabase({ db, database }: Services, nodes: readonly NodeRow[]): Promise<StatusItem[]> {
  return [
    ...nodes.flatMap(fullItems),
    ...(await sizeItems(db, database.kind)),
    ...(await horizonItems(db)),
    ...(await vacuumItems(db)),
    ...(database.kind === 'embedded' ? [] : [await connectionsItem(db), ...(await replicationItems(database))]),
    ...(await statementItems(db, database.kind, nodes)),
  ];
}

/** The last refusal, if a node had one: the disk of the tables may be full while that of the WAL, and thus the server, is not. */
function fullItems({ nodeName, report: { diskFull } }: NodeRow): StatusItem[] {
  if (diskFull === undefined) return [];
  const ago = Math.max(0, (Date.now() - diskFull.time) / 1000);
  const value = `${durationText(ago)}前：${diskFull.message}`;
  return [
    gradedItem({ name: `full ${nodeName}`, title: `${nodeName} 最近的磁盘已满`, value }, [
      ago < recent,
      'bad',
      '数据库的磁盘没有空间，保存会失败，查看可以继续：在数据库的机器上腾出空间，或扩容；表、临时文件和 WAL 可能在不同的磁盘上',
    ]),
  ];
}

async function sizeItems(db: Kysely<Tables>, kind: string): Promise<StatusItem[]> {
  const { rows } = await sql<{ version: string; bytes: number; grown: number | null; days: number }>`
    WITH first AS (SELECT day, database_bytes FROM sys_size_sample WHERE day >= current_date - 14 AND day < current_date ORDER BY day LIMIT 1)
    SELECT current_setting('server_version') AS version, pg_database_size(current_database())::float8 AS bytes,
      (pg_database_size(current_database()) - (SELECT database_bytes FROM first))::float8 AS grown,
      coalesce(current_date - (SELECT day FROM first), 0)::integer AS days`.execute(db);
  const [{ version, bytes, grown, days } = { version: '', bytes: 0, grown: null, days: 0 }] = rows;
  return [
    infoItem({
      name: 'version',
      title: '版本',
      value: kind === 'embedded' ? `内嵌数据库（PostgreSQL ${version}）` : `PostgreSQL ${version}`,
    }),
    infoItem({
      name: 'size',
      title: '大小',
      value: `${formatBytes(bytes)}${grown === null ? '，增长速度明天可知' : `，近 ${days} 天平均每天增长 ${formatBytes(grown / Math.max(1, days))}`}`,
    }),
  ];
}

/** Dead rows not yet removed; and transaction ids, which run out after two thousand million. */
async function vacuumItems(db: Kysely<Tables>): Promise<StatusItem[]> {
  const { rows } = await sql<{ age: number; dead: string | null }>`
    SELECT (SELECT age(datfrozenxid) FROM pg_database WHERE datname = current_database())::float8 AS age,
      (SELECT string_agg(relname || ' ' || n_dead_tup, '、' ORDER BY n_dead_tup DESC) FROM (
        SELECT relname, n_dead_tup FROM pg_stat_user_tables WHERE n_dead_tup > 100000 AND n_dead_tup > n_live_tup / 3
        ORDER BY n_dead_tup DESC LIMIT 3) AS d) AS dead`.execute(db);
  const [{ age, dead } = { age: 0, dead: null }] = rows;
  return [
    gradedItem({ name: 'dead', title: '待清理的表', value: dead ?? '没有' }, [
      dead !== null,
      'warn',
      '失效的行太多：检查 autovacuum 是否开启，上面的“清理在等”里是谁挡住了它',
    ]),
    gradedItem(
      { name: 'freeze', title: '事务编号的年龄', value: `${Math.round(age / 1e6)} 百万（上限约 2100 百万）` },
      [age > 1.5e9, 'bad', '事务编号将用尽，数据库会拒绝写入：立即对整个数据库执行 VACUUM FREEZE'],
      [age > 5e8, 'warn', '自动清理没有跟上：检查 autovacuum 与长事务'],
    ),
  ];
}

async function connectionsItem(db: Kysely<Tables>): Promise<StatusItem> {
  const { rows } = await sql<{ used: number; most: number }>`
    SELECT (SELECT count(*)::integer FROM pg_stat_activity WHERE backend_type = 'client backend') AS used,
      current_setting('max_connections')::integer AS most`.execute(db);
  const [{ used, most } = { used: 0, most: 1 }] = rows;
  return gradedItem(
    { name: 'connections', title: '连接', value: `${used} / ${most}` },
    [used > most * 0.95, 'bad', '连接将用尽：调大 max_connections（每个节点 14 个，另加 10 个），或减少节点'],
    [used > most * 0.8, 'warn', '连接不多了：调大 max_connections（每个节点 14 个，另加 10 个）'],
  );
}
