import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { ago, now } from '../../platform/database/now.ts';
import { anyOf } from '../../platform/database/any-of.ts';
import type { LiveSockets } from './live-sockets.ts';

/** The interval of this node's heartbeat; the view sys_online considers it alive for three times as long. */
const renewMs = 15_000;

/** Keeps the number of tabs of each session connected to this node in the database, for the list of people online. */
export class TabCounts {
  readonly #db: Kysely<Tables>;
  readonly #sockets: LiveSockets;
  readonly #node = randomUUID();
  readonly #changed = new Set<string>();
  #renewedAt = -Infinity;
  #writing: Promise<void> = Promise.resolve();

  constructor(db: Kysely<Tables>, sockets: LiveSockets) {
    this.#db = db;
    this.#sockets = sockets;
  }

  changed(sessionId: string): void {
    this.#changed.add(sessionId);
  }

  /** Writes all changes since the last call at once and, while anyone is `connected`, this node's heartbeat when it is due. */
  write(connected: boolean): Promise<void> {
    const due = connected && performance.now() - this.#renewedAt >= renewMs;
    if (this.#changed.size === 0 && !due) return Promise.resolve();
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const sessions = [...this.#changed];
    this.#changed.clear();
    try {
      await withTransaction(this.#db, async (transaction) => {
        const isNew = await this.#renew(transaction);
        await this.#store(transaction, isNew ? new Set([...sessions, ...this.#sockets.sessions]) : sessions);
      });
      this.#renewedAt = performance.now();
    } catch {
      // The next round retries; until then the list shows an old number.
      for (const session of sessions) this.#changed.add(session);
    }
  }

  /**
   * Writes the heartbeat. True if this node's row was not there: at first, after other nodes took this one for dead, and after a crash of
   * the database, which empties these tables. Then no count is there either.
   */
  async #renew(db: Kysely<Tables>): Promise<boolean> {
    await db.deleteFrom('sys_live_node').where('seenTime', '<', ago('5 minutes')).where('id', '!=', this.#node).execute();
    const { isNew } = await db
      .insertInto('sys_live_node')
      .values({ id: this.#node })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ seenTime: now }))
      .returning(sql<boolean>`xmax = 0`.as('isNew'))
      .executeTakeFirstOrThrow();
    return isNew;
  }

  async #store(db: Kysely<Tables>, sessions: Iterable<string>): Promise<void> {
    const counts = Array.from(sessions, (session) => ({
      session,
      tabs: this.#sockets.ofSession(session).reduce((sum, { tabs }) => sum + tabs, 0),
    }));
    if (counts.length === 0) return;
    const closed = counts.filter(({ tabs }) => tabs === 0).map(({ session }) => session);
    await db.deleteFrom('sys_live_tabs').where('nodeId', '=', this.#node).where('sysSessionId', '=', anyOf(closed)).execute();
    const open = counts.filter(({ tabs }) => tabs > 0);
    await sql`INSERT INTO sys_live_tabs (node_id, sys_session_id, tabs)
      SELECT ${this.#node}::uuid, x.session, x.tabs FROM json_to_recordset(${JSON.stringify(open)}::json) AS x(session uuid, tabs integer)
      ON CONFLICT (sys_session_id, node_id) DO UPDATE SET tabs = excluded.tabs`.execute(db);
  }

  /** Removes this node and its tabs from the list. */
  async stop(): Promise<void> {
    await this.#writing;
    await this.#db
      .deleteFrom('sys_live_node')
      .where('id', '=', this.#node)
      .execute()
      .catch(() => undefined);
  }
}
