import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { DatabaseLog } from './database.ts';
import { busRenewalMs, registerLiveBus } from './register-live-bus.ts';
import type { ChannelListener } from './server-listener.ts';

const pollIntervalMs = 250;
/** Rows are kept for a minute after they became visible; a reader that paused for half of that may have missed some. */
const keptMs = 60_000;
const missedMs = 30_000;

/** The rows visible now that were not visible in snapshot $1; equal rows of one transaction count once, as with NOTIFY. */
const newMessagesQuery = `SELECT pg_current_snapshot()::text AS now,
    pg_snapshot_xmax(pg_current_snapshot()) < pg_snapshot_xmax($1::pg_snapshot) AS "isBehind",
    ARRAY(
      SELECT payload FROM sys_live_message
      WHERE xid >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(xid, $1::pg_snapshot)
      GROUP BY xid, payload ORDER BY min(id)
    ) AS payloads`;

const deleteOldQuery = `DELETE FROM sys_live_message WHERE id IN (
    SELECT id FROM sys_live_message WHERE xid < pg_snapshot_xmin($1::pg_snapshot) ORDER BY id LIMIT 10000 FOR UPDATE SKIP LOCKED)`;

/** Rows of transactions that have not begun here: they came with a copy of another PostgreSQL, and would be new at each poll. */
const deleteForeignQuery = 'DELETE FROM sys_live_message WHERE xid >= pg_snapshot_xmax(pg_current_snapshot())';

interface News {
  readonly now: string;
  /** The transaction counter went back: another database has taken the place of the first. */
  readonly isBehind: boolean;
  readonly payloads: readonly string[];
}

/**
 * Polls for events stored as rows, every quarter of a second; needs no session of its own. When polling resumes after
 * a failure or a long pause, the listener is told that it may have missed something.
 */
export class PollListener {
  readonly #pool: Pool;
  readonly #listener: ChannelListener;
  readonly #log: Pick<DatabaseLog, 'warn'>;
  readonly #stopping = new AbortController();
  readonly #ended: Promise<void>;
  /** The snapshot of the last poll, and when that poll began. */
  #lastSnapshot: string | undefined;
  #readAt = 0;
  #registeredAt = 0;
  #isNewlyRegistered = false;
  /** The snapshot of a minute ago. */
  #old: { snapshot: string; at: number } | undefined;

  constructor(pool: Pool, listener: ChannelListener, log: Pick<DatabaseLog, 'warn'>) {
    this.#pool = pool;
    this.#listener = listener;
    this.#log = log;
    this.#ended = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#ended;
  }

  async #run(): Promise<void> {
    let isBroken = false;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        await (this.#lastSnapshot === undefined ? this.#begin() : this.#read(this.#lastSnapshot));
        isBroken = false;
      } catch (err) {
        if (!isBroken && !signal.aborted) this.#log.warn({ err }, 'What other nodes tell cannot be read at present.');
        isBroken = true;
        this.#lastSnapshot = undefined;
      }
      await wait(pollIntervalMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #begin(): Promise<void> {
    this.#isNewlyRegistered = !(await registerLiveBus(this.#pool, 'poll'));
    this.#registeredAt = this.#readAt = performance.now();
    await this.#pool.query(deleteForeignQuery);
    const { rows } = await this.#pool.query<{ now: string }>('SELECT pg_current_snapshot()::text AS now');
    this.#lastSnapshot = rows[0]?.now;
    this.#old = undefined;
    if (!this.#stopping.signal.aborted) this.#listener.connected();
  }

  async #read(base: string): Promise<void> {
    const began = performance.now();
    const { rows } = await this.#pool.query<News>(newMessagesQuery, [base]);
    const [found] = rows;
    if (found === undefined || found.isBehind || performance.now() - this.#readAt > missedMs) {
      this.#lastSnapshot = undefined;
      return;
    }
    this.#lastSnapshot = found.now;
    this.#readAt = began;
    if (this.#stopping.signal.aborted) return;
    for (const payload of found.payloads) this.#listener.onMessage(payload);
    if (began - this.#registeredAt > busRenewalMs) await this.#renewRegistration(began);
    await this.#clear(began, found.now);
  }

  /** Renews the registration. Transactions from before the first registration, which may have sent by the other way, have ended by now. */
  async #renewRegistration(at: number): Promise<void> {
    await registerLiveBus(this.#pool, 'poll');
    this.#registeredAt = at;
    if (this.#isNewlyRegistered) this.#listener.connected();
    this.#isNewlyRegistered = false;
  }

  async #clear(at: number, snapshot: string): Promise<void> {
    this.#old ??= { snapshot, at };
    if (at - this.#old.at < keptMs) return;
    await this.#pool.query(deleteOldQuery, [this.#old.snapshot]);
    this.#old = { snapshot, at };
  }
}
