import { recordIn } from '@back-office/contract/record-in.ts';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { StartError } from '../start-error.ts';
import { isLockRefused } from './database-errors.ts';
import { blockersOf } from './lock-holders.ts';
import type { DatabaseLog } from './database.ts';
import { refuseWithoutRight } from './refuse-without-right.ts';

export interface Migration {
  readonly name: string;
  readonly checksum: string;
  readonly sql: string;
}

/** Timeouts of a migration, in milliseconds. */
export interface LockTimeouts {
  /** For one lock. Meanwhile every other session that needs the table queues behind it, so this is less than a request may wait. */
  readonly lock: number;
  /** Between two attempts, in which other work continues; the last one repeats. */
  readonly pauses: readonly number[];
  /** For all locks: no attempt begins after this. */
  readonly locks: number;
  /** For another server that migrates. */
  readonly turn: number;
}

export const defaultLockTimeouts: LockTimeouts = {
  lock: 2_000,
  pauses: [1_000, 2_000, 4_000, 8_000, 15_000],
  locks: 300_000,
  turn: 60_000,
};

/** Checks the result of a migration in its transaction; throws a StartError if it must not be kept. */
export type SchemaCheck = (client: PoolClient) => Promise<void>;

interface Parts {
  readonly client: PoolClient;
  /** For finding the blocking sessions; undefined if there is only one connection, which nothing blocks. */
  readonly pool: Pool | undefined;
  readonly log: DatabaseLog;
  readonly timeouts: LockTimeouts;
}

/**
 * Runs one migration in one transaction. If a lock is not available soon, it releases all of its locks, lets other work
 * continue, and retries. Throws a StartError that names the blocking sessions when it did not get its locks in time, or
 * says what is wrong with the migration. An error of `check` rolls it back.
 */
export async function runMigration(parts: Parts, migration: Migration, check?: SchemaCheck): Promise<void> {
  const { log, timeouts } = parts;
  const begin = performance.now();
  for (let attempt = 0; ; attempt += 1) {
    const blockers = await tryOnce(parts, migration, check);
    if (blockers === undefined) return;
    const pause = timeouts.pauses[Math.min(attempt, timeouts.pauses.length - 1)] ?? 0;
    if (performance.now() - begin + pause > timeouts.locks) throw lockTimeoutError(migration, timeouts, blockers);
    log.warn(
      { migration: migration.name, attempt: attempt + 1, blockers },
      `The migration ${migration.name} waits for ${blockers}. The site goes on; it is tried again in ${pause / 1000} s.`,
    );
    await wait(pause);
  }
}

function lockTimeoutError({ name }: Migration, { locks }: LockTimeouts, blockers: string): StartError {
  return new StartError(
    `The migration ${name} did not get its locks within ${Math.round(locks / 1000)} s, and nothing was changed: in its way is ${blockers}. ` +
      'Let that end, or end it with SELECT pg_terminate_backend(process), and start again.',
  );
}

/** Undefined if it succeeded; otherwise the sessions that blocked it. */
async function tryOnce(
  { client, pool, timeouts }: Parts,
  { name, checksum, sql }: Migration,
  check: SchemaCheck | undefined,
): Promise<string | undefined> {
  const watch = await watchBlockers(client, pool, timeouts.lock / 4);
  try {
    await client.query('begin');
    await client.query(`set local lock_timeout = ${timeouts.lock}`);
    await client.query(sql);
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum]);
    await check?.(client);
    await client.query('commit');
    return undefined;
  } catch (error) {
    const blockers = watch.seen();
    await client.query('rollback').catch(() => undefined);
    if (error instanceof StartError) throw error;
    if (isLockRefused(error)) return blockers;
    await refuseWithoutRight(client, error);
    throw new StartError(`The migration ${name} failed, and its changes were rolled back: ${messageWithLine(error, sql)}.`, {
      cause: error,
    });
  } finally {
    watch.stop();
  }
}

/** Polls for the sessions that block this one: after the timeout they can no longer be found. */
async function watchBlockers(client: PoolClient, pool: Pool | undefined, everyMs: number) {
  let blockers = 'a process that is gone again';
  if (pool === undefined) return { seen: () => blockers, stop: () => undefined };
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const poll = async () => {
    blockers = (await blockersOf(pool, rows[0]?.pid ?? 0).catch(() => '')) || blockers;
  };
  const timer = setInterval(() => void poll(), everyMs);
  return { seen: () => blockers, stop: () => clearInterval(timer) };
}

/** The database's message, with the line of the file if it reports one. */
function messageWithLine(error: unknown, sql: string): string {
  const { message, position } = recordIn(error);
  const line = typeof position === 'string' && position !== '' ? ` (line ${sql.slice(0, Number(position)).split('\n').length})` : '';
  return `${typeof message === 'string' ? message : String(error)}${line}`;
}
