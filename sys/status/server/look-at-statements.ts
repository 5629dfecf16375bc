import { silentAfter } from '@back-office/server/platform/metrics/node-report.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { type Kysely, sql } from 'kysely';
import type { StatusItem } from '../status.ts';
import type { NodeRow } from './look-at-nodes.ts';
import { gradedItem, infoItem } from './words.ts';

interface Slow {
  readonly text: string;
  readonly mean: number;
  readonly calls: number;
}

/** A statement is slow from this average in milliseconds, if it ran at least this often. */
const slow = { mean: 1000, calls: 3 };
const shown = 5;

/** The slowest statements: from the server's statistics if available, else from the nodes'. */
export async function statementItems(db: Kysely<Tables>, kind: string, nodes: readonly NodeRow[]): Promise<StatusItem[]> {
  const counted = kind === 'embedded' ? undefined : await countedByServer(db);
  if (counted !== undefined) return [slowItem('最慢的语句', counted)];
  const own = slowItem('最慢的语句（本系统，近两小时）', countedByNodes(nodes));
  if (kind === 'embedded') return [own];
  const missing = infoItem({ name: 'statements', title: '语句统计', value: '未启用 pg_stat_statements：上面只有本系统各节点的语句' });
  const cure = '要看整个数据库的：在 postgresql.conf 的 shared_preload_libraries 加 pg_stat_statements，重启后在这个数据库里创建同名的扩展';
  return [own, { ...missing, cure }];
}

/** Undefined if unavailable: without the extension, or if it was not loaded at the server's start. */
async function countedByServer(db: Kysely<Tables>): Promise<Slow[] | undefined> {
  // The extension's schema may not be on the search path.
  const { rows: found } = await sql<{ schema: string }>`
    SELECT n.nspname::text AS schema FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
    WHERE e.extname = 'pg_stat_statements'`.execute(db);
  const schema = found[0]?.schema;
  if (schema === undefined) return undefined;
  const counted = sql<Slow>`
    SELECT left(regexp_replace(query, '\\s+', ' ', 'g'), 120) AS text, mean_exec_time AS mean, calls::float8 AS calls
    FROM ${sql.id(schema, 'pg_stat_statements')} WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND calls >= 10
    ORDER BY mean_exec_time DESC LIMIT ${shown}`;
  return counted.execute(db).then(
    ({ rows }) => rows,
    () => undefined,
  );
}

/** From all live nodes; of the same text only the slowest. */
function countedByNodes(nodes: readonly NodeRow[]): Slow[] {
  const all = nodes.filter(({ silent }) => silent <= silentAfter).flatMap(({ report }) => report.more?.slow ?? []);
  const slowFirst = all.toSorted((one, other) => other.mean - one.mean);
  return slowFirst.filter(({ text }, at) => slowFirst.findIndex((other) => other.text === text) === at).slice(0, shown);
}

function slowItem(title: string, statements: readonly Slow[]): StatusItem {
  const value = statements.map(({ text, mean, calls }) => `平均 ${Math.round(mean)} ms，${calls} 次：${text}`).join('\n');
  return gradedItem({ name: 'slow', title, value: value === '' ? '没有' : value }, [
    statements.some(({ mean, calls }) => mean > slow.mean && calls >= slow.calls),
    'warn',
    '有语句平均超过一秒：看它的执行计划（EXPLAIN），以及当时的磁盘与锁',
  ]);
}
