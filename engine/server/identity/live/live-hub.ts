import { type EndedData, liveClose, type LiveFrame, liveCodes } from '@back-office/contract/calls/live.ts';
import type { BaseLogger } from 'pino';
import type { Database } from '../../platform/database/database.ts';
import type { SessionLife } from '../session/session-life.ts';
import { isUnavailable } from '../../platform/database/database-errors.ts';
import { changedFrames } from './changed-frames.ts';
import { inSlices } from '../../platform/live/in-slices.ts';
import type { ChangedEvent, LiveEvent, NoticeEvent } from '../../platform/live/live-event.ts';
import type { LiveSocket } from './live-socket.ts';
import { LiveSockets } from './live-sockets.ts';
import { readableEvents, type FindReaders } from './readable-events.ts';
import { noticeFrames } from './notice-frames.ts';
import type { NoticeReader } from './notice-reader.ts';
import type { MustFirstPolicy } from '../rights/must-first.ts';
import { restrictedSessions } from './restricted-sessions.ts';
import { endedSessions } from './ended-sessions.ts';
import { TabCounts } from './tab-counts.ts';
import { liveChannel } from '../../platform/live/notify-nodes.ts';

export interface LiveParts {
  readonly database: Pick<Database, 'db' | 'listen'>;
  readonly log: Pick<BaseLogger, 'warn'>;
  readonly life: SessionLife;
  /** The duties that the operator imposes on everybody, read at each use. */
  readonly policy: MustFirstPolicy;
  /** Reads the content of a notice for its readers; without it no notices are delivered. */
  readonly readNotice?: NoticeReader | undefined;
  /** Decides who is notified of a record; without it, everybody who watches the record. */
  readonly findReaders?: FindReaders | undefined;
}

/** A client that has been silent this long is disconnected (docs/wire.md 1). */
const silentMs = 90_000;
/** How often silent clients are disconnected and the list of people online is written. */
const roundMs = 1_000;
/** How often a notice is read before its people are told to reload instead: one that takes too long does so each time. */
const noticeAttempts = 3;
/** Events within this time are processed together, in milliseconds. */
const gatherMs = 5;

/** How long clients wait for this node to listen before they are admitted, in milliseconds. */
const beginMs = 3_000;

/** How long a client has to answer the close when the server stops, in milliseconds. */
const farewellMs = 2_000;

interface DueNotice extends NoticeEvent {
  readonly failures: number;
}

/**
 * Delivers to this node's sockets the events that any node announced (`notifyNodes`). Each event costs one statement,
 * however many sockets it concerns. Whenever listening resumes, it reads what its sockets may have missed.
 */
export class LiveHub {
  readonly sockets = new LiveSockets();
  readonly #parts: LiveParts;
  readonly #tabs: TabCounts;
  readonly #sessionsToCheck = new Set<string>();
  #changes: ChangedEvent[] = [];
  #notices: DueNotice[] = [];
  #deliveryTimer: NodeJS.Timeout | undefined;
  #changing: Promise<void> = Promise.resolve();
  #noticing: Promise<void> = Promise.resolve();
  #listener: ReturnType<Database['listen']> | undefined;
  #listening: Promise<void> | undefined;
  #round: NodeJS.Timeout | undefined;

  constructor(parts: LiveParts) {
    this.#parts = parts;
    this.#tabs = new TabCounts(parts.database.db, this.sockets);
  }

  /**
   * Resolves when this node listens, or has failed to for `beginMs`: a client learns of every change after its welcome,
   * either at once or by a later request to reload.
   */
  listen(): Promise<void> {
    this.#listening ??= new Promise((begin) => {
      this.#listener = this.#parts.database.listen(liveChannel, {
        onMessage: (payload) => this.#onEvent(JSON.parse(payload) as LiveEvent),
        connected: () => {
          this.#catchUp();
          begin();
        },
      });
      setTimeout(begin, beginMs).unref();
    });
    return this.#listening;
  }

  /** Adds an open socket, once `listen` has resolved. */
  add(socket: LiveSocket): void {
    this.sockets.add(socket);
    this.#tabs.changed(socket.sessionId);
    this.#round ??= setInterval(() => this.#runRound(), roundMs).unref();
    // The session may have ended between the check and now.
    this.#scheduleCheck(socket.sessionId);
  }

  remove(socket: LiveSocket): void {
    this.sockets.remove(socket);
    this.#tabs.changed(socket.sessionId);
  }

  tabsChanged({ sessionId }: LiveSocket): void {
    this.#tabs.changed(sessionId);
  }

  /** Tells the clients to reconnect elsewhere, and stops. */
  async close(): Promise<void> {
    clearInterval(this.#round);
    clearTimeout(this.#deliveryTimer);
    await this.#listener?.stop();
    await inSlices([...this.sockets.all], (socket) => socket.close(1012, 'service restart'));
    setTimeout(() => {
      for (const socket of this.sockets.all) socket.cut();
    }, farewellMs).unref();
    if (this.#listener !== undefined) await this.#tabs.stop();
  }

  #onEvent(event: LiveEvent): void {
    if (event.kind === 'ended') {
      if (this.sockets.ofSession(event.session).length > 0) this.#scheduleCheck(event.session);
      return;
    }
    if (event.kind === 'notice') this.#notices.push({ ...event, failures: 0 });
    else this.#changes.push(event);
    this.#scheduleDelivery();
  }

  /** After a gap in listening, checks every session again, and asks every page to reload what concerns it. */
  #catchUp(): void {
    for (const session of this.sockets.sessions) this.#scheduleCheck(session);
    if (this.sockets.all.size > 0) this.#onEvent({ kind: 'changed', topic: 'all' });
  }

  #scheduleCheck(sessionId: string): void {
    this.#sessionsToCheck.add(sessionId);
    this.#scheduleDelivery();
  }

  #scheduleDelivery(ms = gatherMs): void {
    this.#deliveryTimer ??= setTimeout(() => {
      this.#deliveryTimer = undefined;
      void this.#checkSessions();
      const [changes, notices] = [this.#changes, this.#notices];
      [this.#changes, this.#notices] = [[], []];
      // Changes do not wait for a notice whose reading takes long.
      if (changes.length > 0) this.#changing = this.#changing.then(() => this.#deliver(changes));
      for (const notice of notices) this.#noticing = this.#noticing.then(() => this.#deliverNotice(notice));
    }, ms);
  }

  async #checkSessions(): Promise<void> {
    const sessions = [...this.#sessionsToCheck].filter((session) => this.sockets.ofSession(session).length > 0);
    this.#sessionsToCheck.clear();
    if (sessions.length === 0) return;
    try {
      const over = await endedSessions(this.#parts.database.db, sessions, this.#parts.life);
      await inSlices(over, ({ id, reason, message, goesOn }) => {
        if (goesOn) return this.sockets.ofSession(id).forEach((socket) => socket.close(liveClose.renewed, 'credentials renewed'));
        const data: EndedData = { reason };
        const text = JSON.stringify({ code: liveCodes.ended, message, data } satisfies LiveFrame);
        for (const socket of this.sockets.ofSession(id)) socket.end(text);
      });
    } catch (err) {
      this.#parts.log.warn({ err }, 'It is not known whether sessions of open sockets are over; asking again');
      for (const session of sessions) this.#sessionsToCheck.add(session);
      this.#scheduleDelivery(roundMs);
    }
  }

  async #deliver(changes: readonly ChangedEvent[]): Promise<void> {
    const { database, findReaders, log } = this.#parts;
    try {
      const readable = findReaders === undefined ? changes : await readableEvents(changes, this.sockets, findReaders);
      for (const { text, sockets } of await changedFrames(database.db, this.sockets, readable)) await this.#send([...sockets], () => text);
    } catch (err) {
      log.warn({ err }, 'People on line were not told of a change');
      if (!isUnavailable(err)) return;
      // Delivering twice does no harm: pages only reload.
      this.#changes.unshift(...changes);
      this.#scheduleDelivery(roundMs);
    }
  }

  async #deliverNotice(notice: DueNotice): Promise<void> {
    const { readNotice, log } = this.#parts;
    if (readNotice === undefined) return;
    try {
      const { sockets, textFor } = await noticeFrames(readNotice, this.sockets, notice);
      // A locked screen must not show a notice, so its page receives none.
      await this.#send(sockets, ({ userId }, isLocked) => (isLocked ? undefined : textFor(userId)));
    } catch (err) {
      log.warn({ err }, 'People on line were not told of a notice');
      if (!isUnavailable(err)) return;
      const { failures, users } = notice;
      if (failures + 1 < noticeAttempts) this.#notices.push({ ...notice, failures: failures + 1 });
      else this.#changes.push({ kind: 'changed', topic: 'msg', ...(users === undefined ? {} : { users }) });
      this.#scheduleDelivery(roundMs);
    }
  }

  /**
   * Sends each socket its text, unless its session has expired. The socket of somebody who must do something first is
   * closed instead; reconnecting then demands that duty.
   */
  async #send(sockets: readonly LiveSocket[], textFor: (socket: LiveSocket, isLocked: boolean) => string | undefined): Promise<void> {
    if (sockets.length === 0) return;
    const { database, policy, life } = this.#parts;
    const restrictions = await restrictedSessions(database.db, policy, life, [...new Set(sockets.map(({ sessionId }) => sessionId))]);
    await inSlices(sockets, (socket) => {
      const why = restrictions.get(socket.sessionId);
      if (why === 'duty') return socket.close(liveClose.renewed, 'something is to be done first');
      if (why === 'expired') return;
      const text = textFor(socket, why === 'locked');
      if (text !== undefined) socket.send(text);
    });
  }

  /** Disconnects clients that have been silent too long, and writes who is online. */
  #runRound(): void {
    const oldest = performance.now() - silentMs;
    for (const socket of this.sockets.all) if (socket.lastSeenAt < oldest) socket.cut();
    void this.#tabs.write(this.sockets.all.size > 0);
  }
}
