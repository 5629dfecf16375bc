import type { LiveSocket } from './live-socket.ts';

/** Most sockets of one session, and of one person, on this node. */
const maxOfSession = 30;
const maxOfUser = 200;

/** The open sockets of this node, by session and by person. */
export class LiveSockets {
  readonly #all = new Set<LiveSocket>();
  readonly #bySession = new Map<string, LiveSocket[]>();
  readonly #byUser = new Map<string, LiveSocket[]>();

  /** True when one more of this session and person may be opened. */
  hasRoom(sessionId: string, userId: string): boolean {
    return this.ofSession(sessionId).length < maxOfSession && this.ofUser(userId).length < maxOfUser;
  }

  add(socket: LiveSocket): void {
    this.#all.add(socket);
    this.#bySession.set(socket.sessionId, [...this.ofSession(socket.sessionId), socket]);
    this.#byUser.set(socket.userId, [...this.ofUser(socket.userId), socket]);
  }

  remove(socket: LiveSocket): void {
    this.#all.delete(socket);
    take(this.#bySession, socket.sessionId, socket);
    take(this.#byUser, socket.userId, socket);
  }

  get all(): ReadonlySet<LiveSocket> {
    return this.#all;
  }

  get sessions(): string[] {
    return [...this.#bySession.keys()];
  }

  get users(): string[] {
    return [...this.#byUser.keys()];
  }

  ofSession(sessionId: string): readonly LiveSocket[] {
    return this.#bySession.get(sessionId) ?? [];
  }

  ofUser(userId: string): readonly LiveSocket[] {
    return this.#byUser.get(userId) ?? [];
  }
}

function take(sockets: Map<string, LiveSocket[]>, key: string, socket: LiveSocket): void {
  const left = (sockets.get(key) ?? []).filter((other) => other !== socket);
  if (left.length === 0) sockets.delete(key);
  else sockets.set(key, left);
}
