import type pg from 'pg';

/** Written whatever the result of a call, so they say nothing about its changes. */
const leftOut = /^(?:sys_log_|sys_live_|sys_row_count$|schema_)/;

/** The one statement for each database, planned once per connection: it names some forty tables. */
const statements = new WeakMap<pg.Pool, Promise<string>>();

/**
 * A hash of every row of every table but the logs, without the time a session was last seen: two equal digests prove
 * that nothing has changed between them. For the three thousand districts, which are two thirds of the work, it hashes
 * where each row is stored and which transaction wrote it, which every change alters.
 */
export async function databaseDigest(pool: pg.Pool): Promise<string> {
  const kept = statements.get(pool) ?? statementFor(pool);
  statements.set(pool, kept);
  const { rows } = await pool.query<{ digest: string }>({ name: 'database-digest', text: await kept });
  return rows[0]?.digest ?? '';
}

async function statementFor(pool: pg.Pool): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace order by 1`,
  );
  const parts = tables
    .filter(({ name }) => !leftOut.test(name))
    .map(({ name }) => {
      return `select '${name}' as name, count(*) || ':' || coalesce(sum(hashtextextended(${rowOf(name)}, 0)), 0) as rows from ${name} t`;
    });
  // PostgreSQL runs no statement in parallel that calls `current_schema()`: starting workers took longer than the whole digest.
  return `select string_agg(name || ' ' || rows, ', ' order by name) as digest from (${parts.join(' union all ')}) as tables
    where current_schema() is not null`;
}

function rowOf(table: string): string {
  if (table === 'sys_session') return `(to_jsonb(t) - 'last_seen_time')::text`;
  return table === 'sys_district' ? `t.ctid::text || t.xmin::text` : 't::text';
}
