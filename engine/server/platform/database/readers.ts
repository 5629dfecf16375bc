import type { Kysely } from 'kysely';
import type pg from 'pg';
import { clusterOf, type Replica } from './replica.ts';
import type { Tables } from './tables.ts';

/** How long a read waits for a replica to catch up. */
const withinMs = 200;
/** How often replicas that are not in use are checked. */
const probeMs = 1_000;

/** The primary's position in its log: flushed to disk, or written, if COMMIT does not wait for the disk. */
const lsnQuery = `SELECT CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END::text AS lsn`;

/**
 * Replicas that answer reads in place of the primary. Each read sees everything committed before it began, by anybody:
 * rights and data scopes too, since the same statements check them (docs/decisions/0089-readers.md).
 */
export class Readers {
  readonly replicas: readonly Replica[];
  readonly #primary: pg.Pool;
  readonly #pools: readonly pg.Pool[];
  #turn = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** `pools` are those of the replicas, which end with this. */
  constructor(replicas: readonly Replica[], primary: pg.Pool, pools: readonly pg.Pool[]) {
    this.replicas = replicas;
    this.#primary = primary;
    this.#pools = pools;
  }

  /** A replica that has caught up with the primary; undefined if the primary must be read. */
  async current(): Promise<Kysely<Tables> | undefined> {
    const ready = this.replicas.filter(({ state }) => state === 'ready');
    const replica = ready[(this.#turn += 1) % ready.length];
    if (replica === undefined) return undefined;
    const lsn = await this.#lsn();
    return lsn !== undefined && (await replica.reaches(lsn, withinMs)) ? replica.db : undefined;
  }

  /** Checks all replicas once, and then repeatedly those that could not be read. */
  async start(): Promise<void> {
    await this.#probe();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await Promise.all(this.#pools.map((pool) => pool.end()));
  }

  async #probe(): Promise<void> {
    const doubtful = this.replicas.filter(({ state }) => state !== 'ready');
    if (doubtful.length > 0) {
      const lsn = await this.#lsn();
      const cluster = await clusterOf(this.#primary).catch(() => undefined);
      if (lsn !== undefined && cluster !== undefined) await Promise.all(doubtful.map((one) => one.probe(lsn, cluster, withinMs)));
    }
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.#probe(), probeMs);
    this.#timer.unref();
  }

  /** Undefined if the primary does not answer: the next query on it reports why. */
  async #lsn(): Promise<string | undefined> {
    const found = await this.#primary.query<{ lsn: string }>(lsnQuery).catch(() => undefined);
    return found?.rows[0]?.lsn;
  }
}
