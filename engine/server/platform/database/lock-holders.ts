import type { ClientBase, Pool } from 'pg';

/** A session that holds a lock, as the database describes it; values that this user may not see are null. */
interface Holder {
  readonly pid: number;
  readonly application: string | null;
  readonly user: string | null;
  readonly address: string | null;
  /** Seconds since its transaction began. */
  readonly seconds: number | null;
  readonly query: string | null;
}

const columns = `a.application_name AS application, a.usename AS "user", host(a.client_addr) AS address,
  extract(epoch FROM clock_timestamp() - a.xact_start)::int AS seconds, left(regexp_replace(a.query, '\\s+', ' ', 'g'), 80) AS query`;

/** The sessions that hold, or wait ahead for, the locks that the session `pid` waits for, in words; '' if it waits for none. */
export async function blockersOf(pool: Pool, pid: number): Promise<string> {
  const { rows } = await pool.query<Holder>(
    `SELECT b.pid, ${columns} FROM (SELECT DISTINCT unnest(pg_blocking_pids($1)) AS pid) b LEFT JOIN pg_stat_activity a USING (pid) ORDER BY pid`,
    [pid],
  );
  return rows.map(describe).join(' and ');
}

/** The sessions that hold an advisory lock of this database, in words; '' if there are none. */
export async function advisoryHolder(client: Pick<ClientBase, 'query'>, key: number): Promise<string> {
  const { rows } = await client.query<Holder>(
    `SELECT l.pid, ${columns} FROM pg_locks l LEFT JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND (l.classid::bigint << 32) + l.objid::bigint = $1 AND l.granted
       AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [key],
  );
  return rows.map(describe).join(' and ');
}

/** Our queries have parameters instead of values, so no value is shown. */
function describe({ pid, application, user, address, seconds, query }: Holder): string {
  // A transaction prepared for a two-phase commit has no process.
  if (pid === 0) return 'a prepared transaction (see pg_prepared_xacts)';
  const who = [application || 'unnamed', user === null ? '' : `user ${user}`, address === null ? '' : `from ${address}`];
  const since = seconds === null ? [] : [`in a transaction for ${seconds} s`];
  const last = query === null || query === '' ? [] : [`last statement: ${query}`];
  return `process ${pid} (${[...who.filter((part) => part !== ''), ...since, ...last].join(', ')})`;
}
