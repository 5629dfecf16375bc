import pg from 'pg';
import { StartError } from '../start-error.ts';
import { openPool } from './open-pool.ts';
import { findSchema, searchPath } from './own-schema.ts';
import { statementTimeoutMs, lockTimeoutMs } from './prepare-session.ts';
import { sharesSessions } from './shares-sessions.ts';

/** The settings that the server must give every session, since a shared session cannot set them for itself. */
const expectedSettings = (timeZone: string, schema: string): Readonly<Record<string, string>> => ({
  jit: 'off',
  TimeZone: timeZone,
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'postgres',
  statement_timeout: `${statementTimeoutMs.postgresql / 1000}s`,
  idle_in_transaction_session_timeout: `${statementTimeoutMs.postgresql / 1000}s`,
  lock_timeout: `${lockTimeoutMs.postgresql / 1000}s`,
  search_path: searchPath(schema),
});

/**
 * Whether a pooler that shares sessions stands before the database; the connections used to find out set nothing.
 * Throws a StartError with the commands to run if a pooler's sessions lack settings that the product depends on.
 */
export async function findSharedSessions(url: string, timeZone: string): Promise<boolean> {
  const pool = openPool({ connectionString: url, max: 2, connectionTimeoutMillis: 5_000 });
  try {
    if (!(await sharesSessions(pool))) return false;
    await requireTransactions(pool);
    await requireSettings(pool, timeZone);
    return true;
  } finally {
    await pool.end();
  }
}

async function requireTransactions(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('COMMIT');
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    throw new StartError(
      `DATABASE_URL leads to a pooler that allows no transactions (${error.message}), such as PgBouncer with pool_mode = statement: set it to transaction.`,
    );
  } finally {
    client.release(true);
  }
}

async function requireSettings(pool: pg.Pool, timeZone: string): Promise<void> {
  const settings = expectedSettings(timeZone, await findSchema(pool));
  const { rows } = await pool.query<{ name: string; user: string; database: string; isSet: boolean }>(
    `SELECT name, current_user AS "user", current_database() AS database, current_setting(name) = value AS "isSet"
     FROM unnest($1::text[], $2::text[]) AS wanted (name, value)`,
    [Object.keys(settings), Object.values(settings)],
  );
  // A list must not be quoted as one word.
  const lists: Readonly<Record<string, string | undefined>> = { DateStyle: "'ISO', 'YMD'", search_path: settings['search_path'] };
  const missing = rows.filter(({ isSet }) => !isSet);
  if (missing.length === 0) return;
  throw new StartError(
    'DATABASE_URL leads to a pooler that shares connections, where no session can set anything for itself. Give the role these settings ' +
      'at PostgreSQL itself, have the pooler connect anew (RECONNECT), and start again:\n' +
      missing
        .map(({ name, user, database }) => {
          const [role, place] = [pg.escapeIdentifier(user), pg.escapeIdentifier(database)];
          return `ALTER ROLE ${role} IN DATABASE ${place} SET ${name} = ${lists[name] ?? pg.escapeLiteral(settings[name] ?? '')};`;
        })
        .join('\n'),
  );
}
