import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { type Kysely, sql } from 'kysely';
import type { StatusItem } from '../status.ts';
import { gradedItem, type LevelRule, durationText } from './words.ts';

/** What keeps a vacuum from removing dead rows: a session, a prepared transaction, a slot, or a query on a standby. */
export interface Holder {
  readonly kind: 'session' | 'prepared' | 'slot' | 'feedback';
  /** Its name, as used in the cure. */
  readonly name: string;
  /** Further details. */
  readonly more: string;
  /** Number of transactions started since. */
  readonly age: number;
  /** Seconds since it started; unknown for slots and standbys. */
  readonly seconds: number | null;
  readonly isActive: boolean;
}

/** Number of transactions that holders without a time may lag behind. */
const behind = { warn: 1e5, bad: 1e7 };

/** What holds back a vacuum: the oldest holder of each kind, with the age of the oldest transaction. */
export async function horizonItems(db: Kysely<Tables>): Promise<StatusItem[]> {
  const holders = await readHolders(db);
  const kinds = ['session', 'prepared', 'slot', 'feedback'] as const;
  const furthest = kinds.flatMap((kind) => {
    const ofKind = holders.filter((holder) => holder.kind === kind && !(kind === 'slot' && holder.isActive && holder.age < behind.warn));
    return ofKind.toSorted((one, other) => other.age - one.age || (other.seconds ?? 0) - (one.seconds ?? 0)).slice(0, 1);
  });
  if (furthest.length === 0) return [gradedItem({ name: 'horizon', title: '清理在等', value: '没有' })];
  return furthest.map(holderItem);
}

async function readHolders(db: Kysely<Tables>): Promise<Holder[]> {
  // Of other databases only what affects the whole cluster: standbys, and slots without a database. This session holds nothing back for long.
  const { rows } = await sql<Holder>`
    SELECT 'session' AS kind, pid::text AS name, concat_ws(' ', nullif(application_name, ''), host(client_addr), state) AS more,
      greatest(age(backend_xmin), age(backend_xid))::float8 AS age, extract(epoch FROM now() - xact_start)::float8 AS seconds, true AS is_active
    FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
    UNION ALL SELECT 'prepared', gid, owner, age(transaction)::float8, extract(epoch FROM now() - prepared)::float8, true
    FROM pg_prepared_xacts WHERE database = current_database()
    UNION ALL SELECT 'slot', slot_name, coalesce(plugin, slot_type), greatest(age(xmin), age(catalog_xmin))::float8, NULL, active
    FROM pg_replication_slots WHERE (xmin IS NOT NULL OR catalog_xmin IS NOT NULL) AND (database IS NULL OR database = current_database())
    UNION ALL SELECT 'feedback', coalesce(nullif(application_name, ''), pid::text), coalesce(host(client_addr), ''), age(backend_xmin)::float8, NULL, true
    FROM pg_stat_replication WHERE backend_xmin IS NOT NULL`.execute(db);
  return rows.map((row) => ({ ...row, age: row.age ?? 0 }));
}

/** A holder, with how to release it. */
export function holderItem(holder: Holder): StatusItem {
  const { kind, name, more, age, seconds } = holder;
  const said = { session: '会话', prepared: '预备事务', slot: '复制槽', feedback: '副本上的查询' }[kind];
  const since = seconds === null ? `落后 ${Math.max(0, Math.round(age))} 个事务` : `已 ${durationText(Math.max(0, seconds))}`;
  const value = `${said} ${name}${more === '' ? '' : `（${more}）`}，${since}`;
  return gradedItem({ name: `horizon ${kind}`, title: '清理在等', value }, ...judgementsOf(holder));
}

function judgementsOf({ kind, name, age, seconds, isActive }: Holder): LevelRule[] {
  const timed = (cure: string): LevelRule[] => [
    [(seconds ?? 0) > 3600, 'bad', cure],
    [(seconds ?? 0) > 600, 'warn', cure],
  ];
  const counted = (cure: string): LevelRule[] => [
    [age > behind.bad, 'bad', cure],
    [age > behind.warn, 'warn', cure],
  ];
  if (kind === 'session')
    return timed(
      `可能是报表、备份或忘了结束的会话：确认后执行 SELECT pg_terminate_backend(${name})；常有的设 idle_in_transaction_session_timeout`,
    );
  if (kind === 'prepared') return timed(`两阶段提交没有结束：在它的数据库里执行 COMMIT PREPARED '${name}' 或 ROLLBACK PREPARED '${name}'`);
  if (kind === 'feedback') return counted(`副本 ${name} 上有长查询（hot_standby_feedback）：在副本上结束它，或把报表放到关闭该设置的副本`);
  const drop = `SELECT pg_drop_replication_slot('${name}')`;
  return [
    [!isActive, age > behind.bad ? 'bad' : 'warn', `没有人在读这个复制槽：启动它的使用者，不再需要就执行 ${drop}`],
    ...counted('复制槽的使用者读得太慢：看它的日志与网络'),
  ];
}
