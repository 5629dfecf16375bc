import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { BaseLogger } from 'pino';
import { isUnavailable } from './database-errors.ts';
import { makeReader } from './make-kysely.ts';
import type { Tables } from './tables.ts';

/** The state of a replica: it keeps up, it lags, it does not answer, or it copies another database. */
export type ReplicaState = 'ready' | 'late' | 'gone' | 'foreign';

const askAgainMs = 5;
const stateMessages: Readonly<Record<ReplicaState, string>> = {
  ready: 'A replica of DATABASE_READ_URL keeps up: lists are read from it.',
  late: 'A replica of DATABASE_READ_URL does not keep up: the primary is read instead.',
  gone: 'A replica of DATABASE_READ_URL does not answer: the primary is read instead.',
  foreign: 'DATABASE_READ_URL names a server that is no replica of the one in DATABASE_URL: it is not read.',
};

export interface ReplicaPools {
  /** For users' reads. */
  readonly reads: pg.Pool;
  /** For checks of its position, which never wait behind those reads. */
  readonly checks: pg.Pool;
  readonly primary: pg.Pool;
}

/** One replica: its position in the primary's log, and a query builder that reads from it. */
export class Replica {
  readonly place: string;
  /** Every statement that fails here runs on the primary instead, and so does every transaction. */
  readonly db: Kysely<Tables>;
  state: ReplicaState = 'gone';
  readonly #pools: ReplicaPools;
  readonly #log: Pick<BaseLogger, 'info' | 'warn'>;

  constructor(url: string, pools: ReplicaPools, log: Pick<BaseLogger, 'info' | 'warn'>) {
    this.place = new URL(url).host;
    this.#pools = pools;
    this.#log = log;
    this.db = makeReader(pools.reads, pools.primary, (error) => {
      if (isUnavailable(error)) this.#setState('gone');
    });
  }

  /** Whether it has reached this position of the primary's log; waits briefly for that. */
  async reaches(lsn: string, withinMs: number): Promise<boolean> {
    const until = performance.now() + withinMs;
    const isThere = await Promise.race([this.#reaches(lsn, until), wait(withinMs, false, { ref: false })]).catch(() => undefined);
    this.#setState(isThere === undefined ? 'gone' : isThere ? 'ready' : 'late');
    return isThere === true;
  }

  /** Checks a replica that was not in use. */
  async probe(lsn: string, cluster: string, withinMs: number): Promise<void> {
    const own = await Promise.race([clusterOf(this.#pools.checks), wait(withinMs, undefined, { ref: false })]).catch(() => undefined);
    if (own === undefined) this.#setState('gone');
    else if (own !== cluster) this.#setState('foreign');
    else await this.reaches(lsn, withinMs);
  }

  async #reaches(lsn: string, until: number): Promise<boolean> {
    while (performance.now() < until) {
      const { rows } = await this.#pools.checks.query<{ isThere: boolean }>(
        `SELECT pg_is_in_recovery() AND coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) AS "isThere"`,
        [lsn],
      );
      if (rows[0]?.isThere === true) return true;
      await wait(askAgainMs);
    }
    return false;
  }

  #setState(state: ReplicaState): void {
    if (state === this.state) return;
    this.state = state;
    this.#log[state === 'ready' ? 'info' : 'warn']({ replica: this.place }, stateMessages[state]);
  }
}

/** An identifier that only the replicas of one server and its database share. */
export async function clusterOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ cluster: string }>(
    `SELECT system_identifier || ' ' || current_database() AS cluster FROM pg_control_system()`,
  );
  return rows[0]?.cluster ?? '';
}
