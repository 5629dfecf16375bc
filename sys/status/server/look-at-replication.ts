import { formatBytes } from '@back-office/contract/format-bytes.ts';
import type { Database } from '@back-office/server/platform/database/database.ts';
import type { HostState } from '@back-office/server/platform/database/primary.ts';
import type { ReplicaState } from '@back-office/server/platform/database/replica.ts';
import { sql } from 'kysely';
import type { StatusItem } from '../status.ts';
import { gradedItem, infoItem } from './words.ts';

interface Replication {
  readonly replicas: { name: string; state: string | null; lag: number | null }[] | null;
  /** The standbys that COMMIT waits for, and how many of these are present; null without the right to see them. */
  readonly awaited: string | null;
  readonly present: number | null;
  readonly slots: { name: string; active: boolean; status: string | null; kept: number | null }[] | null;
}

/** Bytes of WAL that an inactive slot may retain. */
const keptLimits = { warn: 0, bad: 10 * 1024 ** 3 };

/** The hosts in the database URL, the primary's replicas, the standbys that COMMIT waits for, retained WAL, and the replicas used for reading. */
export async function replicationItems({ db, hosts, readers }: Database): Promise<StatusItem[]> {
  const { rows } = await sql<Replication>`
    SELECT (SELECT json_agg(json_build_object('name', coalesce(application_name, '') || ' ' || coalesce(client_addr::text, ''), 'state', state,
        'lag', extract(epoch FROM replay_lag))) FROM pg_stat_replication) AS replicas,
      nullif(current_setting('synchronous_standby_names'), '') AS awaited,
      (SELECT CASE WHEN bool_or(state IS NULL) THEN NULL ELSE count(*) FILTER (WHERE sync_state IN ('sync', 'quorum') AND state = 'streaming') END
        FROM pg_stat_replication)::integer AS present,
      (SELECT json_agg(json_build_object('name', slot_name, 'active', active, 'status', wal_status,
        'kept', pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)) ORDER BY slot_name) FROM pg_replication_slots) AS slots`.execute(db);
  const [{ replicas, awaited, present, slots } = { replicas: null, awaited: null, present: null, slots: null }] = rows;
  return [
    ...hosts.map(hostItem),
    ...(replicas ?? []).map(replicaItem),
    ...(awaited === null ? [] : [awaitedItem(awaited, present)]),
    ...(slots ?? []).map(slotItem),
    ...(readers?.replicas ?? []).map(readerItem),
  ];
}

const hostStates = { primary: '主库', standby: '备库', old: '自称主库，但已有另一台接替', gone: '没有应答' } as const;

function hostItem({ place, state }: HostState): StatusItem {
  return gradedItem(
    { name: `host ${place}`, title: `主机 ${place}`, value: hostStates[state] },
    [state === 'gone', 'bad', '再坏一台就没有数据库可用：看这台机器、它的 PostgreSQL 与网络；已撤下的就从 DATABASE_URL 删去'],
    [state === 'old', 'bad', '旧主库不会再被写入，但别的程序可能仍在写：停掉它，用 pg_rewind 或重做备库'],
  );
}

function replicaItem({ name, state, lag }: { name: string; state: string | null; lag: number | null }): StatusItem {
  const behind = lag ?? 0;
  const value = state === null ? '看不到：给数据库角色 pg_monitor' : `${state}，落后 ${behind.toFixed(1)} 秒`;
  return gradedItem(
    { name: `replica ${name}`, title: `副本 ${name.trim()}`, value },
    [state === null, 'info', '执行 GRANT pg_monitor TO 服务所用的角色'],
    [state !== 'streaming', 'bad', '副本没有跟上：看副本的日志与网络'],
    [behind > 60, 'bad', '副本落后太多，此刻切换会丢数据：看副本的磁盘与网络'],
    [behind > 5, 'warn', '副本落后：看副本的负载与网络'],
  );
}

/** If fewer standbys are present than COMMIT waits for, nobody can save. */
export function awaitedItem(awaited: string, present: number | null): StatusItem {
  const needed = Number(/^\s*(?:(?:first|any)\s+)?(\d+)\s*\(/i.exec(awaited)?.[1] ?? 1);
  const found = { name: 'synchronous', title: '同步备库' };
  if (present === null) return { ...infoItem({ ...found, value: '看不到' }), cure: '执行 GRANT pg_monitor TO 服务所用的角色' };
  return gradedItem({ ...found, value: `每次提交等 ${needed} 台，在线 ${present} 台（${awaited}）` }, [
    present < needed,
    'bad',
    '提交会一直等下去，谁都保存不了：启动备库；一时启动不了，就改 synchronous_standby_names 并执行 SELECT pg_reload_conf()',
  ]);
}

/** The WAL that a stopped replica needs, which is retained until the disk is full. */
function slotItem({
  name,
  active,
  status,
  kept,
}: {
  name: string;
  active: boolean;
  status: string | null;
  kept: number | null;
}): StatusItem {
  const bytes = Math.max(0, kept ?? 0);
  const drop = `启动它的使用者，不再需要就执行 SELECT pg_drop_replication_slot('${name}')`;
  const state = status === 'lost' ? '已失效' : active ? '在用' : '没有人在读';
  return gradedItem(
    { name: `slot ${name}`, title: `复制槽 ${name}`, value: `${state}，留着 ${formatBytes(bytes)} 日志` },
    [status === 'lost', 'bad', `需要的日志已经没有了，它的副本要重做：重做之后删去旧的槽`],
    [!active && bytes > keptLimits.bad, 'bad', `日志会占满数据库的磁盘：${drop}`],
    [!active && bytes >= keptLimits.warn, 'warn', `日志一直留着，直到磁盘占满：${drop}`],
  );
}

const readerStates = { ready: '列表、导出、统计和搜索由它读取', late: '落后', gone: '没有应答', foreign: '不是本数据库的副本' } as const;

/** A replica that this node reads from, as seen by the node. */
function readerItem({ place, state }: { place: string; state: ReplicaState }): StatusItem {
  return gradedItem(
    { name: `reader ${place}`, title: `读取用的副本 ${place}`, value: readerStates[state] },
    [state === 'foreign', 'bad', '改正 DATABASE_READ_URL：它必须是 DATABASE_URL 的流复制副本'],
    [state !== 'ready', 'warn', '暂由主库读取：看副本是否运行、是否跟得上'],
  );
}
