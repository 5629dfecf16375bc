import type { Services } from '@back-office/server/office/server-feature.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { type Kysely, sql } from 'kysely';
import type { StatusItem } from '../status.ts';
import { judge, say, sizeOf, whileOf } from './words.ts';

/** Version, size, connections, what a vacuum waits for; on a server its replicas and, where it counts them, slow statements. */
export async function lookAtDatabase({ db, database }: Services): Promise<StatusItem[]> {
  return [
    ...(await sizeItems(db, database.kind)),
    ...(await vacuumItems(db)),
    ...(database.kind === 'embedded' ? [] : await serverItems(db)),
    ...(database.readers?.replicas ?? []).map(readerItem),
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
    say({ name: 'version', title: '版本', value: kind === 'embedded' ? `内嵌数据库（PostgreSQL ${version}）` : `PostgreSQL ${version}` }),
    say({
      name: 'size',
      title: '大小',
      value: `${sizeOf(bytes)}${grown === null ? '，增长速度明天可知' : `，近 ${days} 天平均每天增长 ${sizeOf(grown / Math.max(1, days))}`}`,
    }),
  ];
}

interface Vacuum {
  readonly age: number;
  readonly oldest: number | null;
  readonly what: string | null;
  readonly dead: string | null;
}

/** Transactions that stay open keep dead rows of every table; ids of transactions run out after two thousand million. */
async function vacuumItems(db: Kysely<Tables>): Promise<StatusItem[]> {
  const { rows } = await sql<Vacuum>`
    SELECT (SELECT age(datfrozenxid) FROM pg_database WHERE datname = current_database())::float8 AS age,
      held.oldest, held.what,
      (SELECT string_agg(relname || ' ' || n_dead_tup, '、' ORDER BY n_dead_tup DESC) FROM (
        SELECT relname, n_dead_tup FROM pg_stat_user_tables WHERE n_dead_tup > 100000 AND n_dead_tup > n_live_tup / 3
        ORDER BY n_dead_tup DESC LIMIT 3) AS d) AS dead
    FROM (SELECT) AS one LEFT JOIN LATERAL (
      SELECT extract(epoch FROM now() - xact_start)::float8 AS oldest, concat(application_name, ' ', client_addr, ' pid ', pid) AS what
      FROM pg_stat_activity WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid()
      ORDER BY xact_start LIMIT 1) AS held ON true`.execute(db);
  const [{ age, oldest, what, dead } = { age: 0, oldest: null, what: null, dead: null }] = rows;
  const open = oldest ?? 0;
  return [
    judge(
      {
        name: 'transaction',
        title: '最久的事务',
        value: oldest === null ? '没有' : `${whileOf(open)}${what === null ? '' : `（${what}）`}`,
      },
      [open > 3600, 'bad', '事务长时间不结束，清理被它挡住：确认后用 pg_terminate_backend 结束那个进程'],
      [open > 600, 'warn', '有事务开了十分钟以上：可能是报表、备份或忘了结束的会话'],
    ),
    judge({ name: 'dead', title: '待清理的表', value: dead ?? '没有' }, [
      dead !== null,
      'warn',
      '失效的行太多：检查 autovacuum 是否开启，是否被上面的事务挡住',
    ]),
    judge(
      { name: 'freeze', title: '事务编号的年龄', value: `${Math.round(age / 1e6)} 百万（上限约 2100 百万）` },
      [age > 1.5e9, 'bad', '事务编号将用尽，数据库会拒绝写入：立即对整个数据库执行 VACUUM FREEZE'],
      [age > 5e8, 'warn', '自动清理没有跟上：检查 autovacuum 与长事务'],
    ),
  ];
}

interface Server {
  readonly used: number;
  readonly most: number;
  readonly statements: boolean;
  readonly replicas: { name: string; state: string | null; lag: number | null }[] | null;
}

async function serverItems(db: Kysely<Tables>): Promise<StatusItem[]> {
  const { rows } = await sql<Server>`
    SELECT (SELECT count(*)::integer FROM pg_stat_activity WHERE backend_type = 'client backend') AS used,
      current_setting('max_connections')::integer AS most,
      to_regclass('pg_stat_statements') IS NOT NULL AS statements,
      (SELECT json_agg(json_build_object('name', coalesce(application_name, '') || ' ' || coalesce(client_addr::text, ''), 'state', state,
        'lag', extract(epoch FROM replay_lag))) FROM pg_stat_replication) AS replicas`.execute(db);
  const [{ used, most, statements, replicas } = { used: 0, most: 1, statements: false, replicas: null }] = rows;
  return [
    judge(
      { name: 'connections', title: '连接', value: `${used} / ${most}` },
      [used > most * 0.95, 'bad', '连接将用尽：调大 max_connections（每个节点 14 个，另加 10 个），或减少节点'],
      [used > most * 0.8, 'warn', '连接不多了：调大 max_connections（每个节点 14 个，另加 10 个）'],
    ),
    ...(replicas ?? []).map(replicaItem),
    ...(statements ? [await slowItem(db)] : [say({ name: 'slow', title: '慢语句', value: '未启用 pg_stat_statements' })]),
  ];
}

function replicaItem({ name, state, lag }: { name: string; state: string | null; lag: number | null }): StatusItem {
  const behind = lag ?? 0;
  const value = state === null ? '看不到：给数据库角色 pg_monitor' : `${state}，落后 ${behind.toFixed(1)} 秒`;
  return judge(
    { name: `replica ${name}`, title: `副本 ${name.trim()}`, value },
    [state === null, 'info', '执行 GRANT pg_monitor TO 服务所用的角色'],
    [state !== 'streaming', 'bad', '副本没有跟上：看副本的日志与网络'],
    [behind > 60, 'bad', '副本落后太多，此刻切换会丢数据：看副本的磁盘与网络'],
    [behind > 5, 'warn', '副本落后：看副本的负载与网络'],
  );
}

const readerStates = { ready: '列表、导出、统计和搜索由它读取', late: '落后', gone: '没有应答', foreign: '不是本数据库的副本' } as const;

/** A replica that this node reads from, as the node sees it. */
function readerItem({ place, state }: { place: string; state: keyof typeof readerStates }): StatusItem {
  return judge(
    { name: `reader ${place}`, title: `读取用的副本 ${place}`, value: readerStates[state] },
    [state === 'foreign', 'bad', '改正 DATABASE_READ_URL：它必须是 DATABASE_URL 的流复制副本'],
    [state !== 'ready', 'warn', '暂由主库读取：看副本是否运行、是否跟得上'],
  );
}

async function slowItem(db: Kysely<Tables>): Promise<StatusItem> {
  const { rows } = await sql<{ query: string; mean: number; calls: number }>`
    SELECT left(regexp_replace(query, '\\s+', ' ', 'g'), 120) AS query, mean_exec_time AS mean, calls::float8 AS calls
    FROM pg_stat_statements WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND calls >= 10
    ORDER BY mean_exec_time DESC LIMIT 5`.execute(db);
  const value = rows.map(({ query, mean, calls }) => `平均 ${Math.round(mean)} ms，${calls} 次：${query}`).join('\n');
  return judge({ name: 'slow', title: '最慢的语句', value: value === '' ? '没有' : value }, [
    (rows[0]?.mean ?? 0) > 1000,
    'warn',
    '有语句平均超过一秒：看它的执行计划',
  ]);
}
