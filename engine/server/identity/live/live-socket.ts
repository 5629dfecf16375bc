import { recordIn } from '@back-office/contract/record-in.ts';
import { type LiveFrame, liveClose, liveCodes } from '@back-office/contract/calls/live.ts';
import type { WebSocket } from 'ws';

/** Most frames of a client in ten seconds; a browser of ours sends one in thirty (docs/hardening.md G10). */
const maxFrames = 50;
const windowMs = 10_000;
/** Largest send buffer of a client that reads slowly, in bytes; beyond it the client is disconnected (docs/hardening.md G14). */
const maxWaiting = 1024 * 1024;
/** Most tabs that one socket may represent. */
const maxTabs = 99;

const answer = JSON.stringify({ code: liveCodes.heartbeat } satisfies LiveFrame);
const notUnderstood = JSON.stringify({ code: liveCodes.unknown, message: '无法识别的消息' } satisfies LiveFrame);

/** One open socket of a session. It only pushes: of incoming frames, a heartbeat is answered and everything else refused. */
export class LiveSocket {
  readonly sessionId: string;
  readonly userId: string;
  /** The number of tabs that it represents. */
  tabs = 1;
  /** When the client last sent anything, in the milliseconds of `performance.now()`. */
  lastSeenAt = performance.now();
  readonly #socket: WebSocket;
  #windowStart = 0;
  #frames = 0;

  constructor(socket: WebSocket, { sessionId, userId }: { sessionId: string; userId: string }) {
    this.#socket = socket;
    this.sessionId = sessionId;
    this.userId = userId;
  }

  /** Handles a frame of the client. True if its number of tabs changed. */
  handleFrame(data: Buffer, isBinary: boolean): boolean {
    if (!this.count()) return false;
    this.lastSeenAt = performance.now();
    const frame = isBinary ? undefined : readFrame(data);
    if (frame?.code !== liveCodes.heartbeat) {
      this.send(notUnderstood);
      return false;
    }
    this.send(answer);
    const tabs = recordIn(frame.data).tabs;
    if (typeof tabs !== 'number' || !Number.isInteger(tabs) || tabs < 1 || tabs > maxTabs || tabs === this.tabs) return false;
    this.tabs = tabs;
    return true;
  }

  /** Counts a frame from the client; returns false, and closes the socket, if there were too many. */
  count(): boolean {
    const now = performance.now();
    if (now - this.#windowStart > windowMs) [this.#windowStart, this.#frames] = [now, 0];
    this.#frames += 1;
    if (this.#frames <= maxFrames) return true;
    if (this.#frames === maxFrames + 1) this.close(1008, 'too many messages');
    return false;
  }

  /** Sends a frame, already as text. A client whose buffer is full is disconnected instead. */
  send(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > maxWaiting) this.cut();
    else this.#socket.send(text);
  }

  /** Sends the reason why the session ended, and closes (docs/wire.md 65). */
  end(text: string): void {
    this.send(text);
    this.close(liveClose.ended, 'session ended');
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  cut(): void {
    this.#socket.terminate();
  }
}

function readFrame(data: Buffer): LiveFrame | undefined {
  try {
    const value: unknown = JSON.parse(data.toString());
    const { code, data: sent } = recordIn(value);
    return typeof code === 'number' ? { code, data: sent } : undefined;
  } catch {
    return undefined;
  }
}
