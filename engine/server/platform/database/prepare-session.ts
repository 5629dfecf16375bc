import type { ClientBase } from 'pg';
import type { Database } from './database.ts';
import { findSchema, type SchemaPlace, searchPath } from './own-schema.ts';
import { PlanningClient } from './planning-client.ts';
import { socketOf } from './socket-of.ts';

/**
 * The time limit of a statement, and of a transaction that waits for its client. None on the embedded database: it
 * cannot interrupt a statement, and its one session is the whole engine, which dies when the limit of an idle
 * transaction ends that session.
 */
export const statementTimeoutMs = { embedded: 0, postgresql: 10_000 };
/** The limit of waiting for a lock of another transaction: a waiting statement keeps a connection from everybody else. */
export const lockTimeoutMs = { embedded: 0, postgresql: 3_000 };
/** A server that has been silent this long in the middle of a query counts as gone. */
const silenceMs = 15_000;

/**
 * No JIT compilation: the planner overestimates queries with many paths to a tree or a scope, and compiling them takes
 * a second while running them takes a millisecond.
 */
const settings = `select set_config('jit', 'off', false), set_config('TimeZone', $1, false), set_config('DateStyle', 'ISO, YMD', false),
  set_config('IntervalStyle', 'postgres', false), set_config('application_name', 'back-office', false),
  set_config('statement_timeout', $2, false), set_config('idle_in_transaction_session_timeout', $2, false),
  set_config('lock_timeout', $3, false), set_config('search_path', $4, false)`;

/**
 * Applies to a new connection the settings that the rest of the server depends on. Rejects if the time zone is unknown
 * (22023) or the connection breaks.
 */
export async function prepareSession(client: ClientBase, kind: Database['kind'], timeZone: string, place: SchemaPlace): Promise<void> {
  // PGlite is one session: the previous connection's prepared statements and settings are still there.
  if (kind === 'embedded') await client.query('discard all');
  else destroyWhenSilent(client);
  const path = searchPath(await findSchema(client, place));
  await client.query(settings, [timeZone, String(statementTimeoutMs[kind]), String(lockTimeoutMs[kind]), path]);
}

/**
 * A network that drops every packet reports no error: the query would wait forever, and its connection with it. (The
 * embedded database runs in this process, and may be silent while it works.)
 */
export function destroyWhenSilent(client: ClientBase): void {
  const socket = socketOf(client);
  socket.setTimeout(silenceMs, () => {
    if (!(client as unknown as { readyForQuery: boolean }).readyForQuery) {
      socket.destroy(new Error('Connection terminated: the database has been silent for 15 s'));
    }
  });
}

/**
 * Lets a connection be silent for as long as a statement takes, and stream rows, for work that no request waits for. It
 * must not go back to the pool.
 */
export async function allowLongWork(client: ClientBase): Promise<void> {
  if (client instanceof PlanningClient) client.pipeline = false;
  socketOf(client).setTimeout(0);
  await client.query('set statement_timeout = 0; set lock_timeout = 0');
}
