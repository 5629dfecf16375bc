import type pg from 'pg';

/** Written whatever becomes of a call, so they say nothing of what it changed. */
const leftOut = /^(?:sys_log_|sys_live_|sys_row_count$|schema_)/;

/**
 * A hash of every row of every table but the logs, without the moment a session was last seen: two equal digests prove
 * that nothing has changed between them.
 */
export async function databaseDigest(pool: pg.Pool): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const parts = tables
    .filter(({ name }) => !leftOut.test(name))
    .map(({ name }) => {
      const row = name === 'sys_session' ? `(to_jsonb(t) - 'last_seen_time')::text` : 't::text';
      return `select '${name}' as name, count(*) || ':' || coalesce(sum(hashtextextended(${row}, 0)), 0) as rows from ${name} t`;
    });
  const { rows } = await pool.query<{ digest: string }>(
    `select string_agg(name || ' ' || rows, ', ' order by name) as digest from (${parts.join(' union all ')}) as tables`,
  );
  return rows[0]?.digest ?? '';
}
