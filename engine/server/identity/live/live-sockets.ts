import type { LiveSocket } from './live-socket.ts';

/** Most sockets of one session, and of one person, on this node. */
const maxOfSession = 20;
const maxOfUser = 200;

/** The open sockets of this node, by session and by person. */
export class LiveSockets {
  readonly #all = new Set<LiveSocket>();
  readonly #bySession = new Map<string, LiveSocket[]>();
  readonly #byUser = new Map<string, LiveSocket[]>();

  /** The reason, in words, why this session or person may open no further socket; undefined if they may. */
  fullFor(sessionId: string, userId: string): string | undefined {
    if (this.ofSession(sessionId).length >= maxOfSession) return `本次登录的实时连接已达 ${maxOfSession} 个，请先关闭一些窗口`;
    if (this.ofUser(userId).length >= maxOfUser) return `该账号的实时连接已达 ${maxOfUser} 个，请先关闭一些窗口`;
    return undefined;
  }

  add(socket: LiveSocket): void {
    this.#all.add(socket);
    this.#bySession.set(socket.sessionId, [...this.ofSession(socket.sessionId), socket]);
    this.#byUser.set(socket.userId, [...this.ofUser(socket.userId), socket]);
  }

  remove(socket: LiveSocket): void {
    this.#all.delete(socket);
    removeFrom(this.#bySession, socket.sessionId, socket);
    removeFrom(this.#byUser, socket.userId, socket);
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

function removeFrom(sockets: Map<string, LiveSocket[]>, key: string, socket: LiveSocket): void {
  const remaining = (sockets.get(key) ?? []).filter((other) => other !== socket);
  if (remaining.length === 0) sockets.delete(key);
  else sockets.set(key, remaining);
}
