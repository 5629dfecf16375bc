import type { Kysely } from 'kysely';
import type pg from 'pg';
import { clusterOf, type Replica } from './replica.ts';
import type { Tables } from './tables.ts';

/** How long a read waits for a replica to have what it must see. */
const withinMs = 200;
/** How often replicas are asked that are not read at present. */
const probeMs = 1_000;

/** Where the primary's log is on the disk, or where it is written, if COMMIT does not wait for the disk. */
const lsnQuery = `SELECT CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END::text AS lsn`;

/**
 * Replicas that answer reads in the primary's place. Each read sees all that was committed before it began, whoever did
 * it: rights and data scopes too, which the same statements judge (docs/decisions/0089-readers.md).
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

  /** A replica that has all that the primary has now; undefined when the primary is to be asked. */
  async current(): Promise<Kysely<Tables> | undefined> {
    const ready = this.replicas.filter(({ state }) => state === 'ready');
    const replica = ready[(this.#turn += 1) % ready.length];
    if (replica === undefined) return undefined;
    const lsn = await this.#lsn();
    return lsn !== undefined && (await replica.reaches(lsn, withinMs)) ? replica.db : undefined;
  }

  /** Looks once for who can be read, and then again and again for who could not. */
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

  /** Undefined when the primary does not say: whoever asks it next is told why. */
  async #lsn(): Promise<string | undefined> {
    const found = await this.#primary.query<{ lsn: string }>(lsnQuery).catch(() => undefined);
    return found?.rows[0]?.lsn;
  }
}
