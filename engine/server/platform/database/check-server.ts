import type pg from 'pg';
import { StartError } from '../start-error.ts';
import { sharesSessions } from './shares-sessions.ts';

const oldestVersion = 15;

/** Throws a StartError with the cause and the cure unless the server can work with the PostgreSQL of DATABASE_URL. */
export async function checkServer(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<Record<'version' | 'encoding' | 'readonly', string> & { isReplica: boolean }>(
    `select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
       current_setting('transaction_read_only') as readonly, pg_is_in_recovery() as "isReplica"`,
  );
  const server = rows[0];
  if (!server) throw new StartError('The database of DATABASE_URL did not tell its version.');
  if (Number.parseInt(server.version, 10) < oldestVersion) {
    throw new StartError(`The database of DATABASE_URL is PostgreSQL ${server.version}: PostgreSQL ${oldestVersion} or later is needed.`);
  }
  if (server.encoding !== 'UTF8') {
    throw new StartError(`The database of DATABASE_URL has the encoding ${server.encoding}: create it with the encoding UTF8.`);
  }
  if (server.isReplica) {
    throw new StartError(
      'The database of DATABASE_URL is a replica, in which nothing can be changed: name the primary in DATABASE_URL, or promote the replica (SELECT pg_promote()).',
    );
  }
  if (server.readonly === 'on') {
    throw new StartError(
      'The database of DATABASE_URL is read-only: set default_transaction_read_only = off for its server, database and user.',
    );
  }
}

/** Throws a StartError if a pooler in between shares sessions, since the server depends on its own. */
export async function refusePooler(pool: pg.Pool): Promise<void> {
  if (!(await sharesSessions(pool))) return;
  throw new StartError(
    'DATABASE_URL leads to a pooler that shares connections by transaction or statement (such as PgBouncer with pool_mode = transaction): ' +
      'settings, locks and LISTEN would get lost. Name PostgreSQL itself in DATABASE_URL, or a pool with pool_mode = session; ' +
      'servers, but no other commands, work with a pool by transaction where LIVE_BUS=poll is set.',
  );
}
