import { recordIn } from '@back-office/contract/record-in.ts';
import { type ChangedData, type EndedData, liveClose, liveCodes, type LiveFrame } from '@back-office/contract/calls/live.ts';
import { codes } from '@back-office/contract/envelope.ts';
import { limits } from '@back-office/contract/limits.ts';
import { ApiError } from '../request/api-error.ts';

/** The state of a connection (docs/spec.md 4). */
export type LiveState = 'connecting' | 'connected' | 'disconnecting' | 'disconnected';

/** The dependencies of a connection: the parts of the browser that a test replaces. */
export interface LiveParts {
  /** Requests a ticket; rejects with an ApiError. */
  ticket: () => Promise<string>;
  open: (ticket: string) => WebSocket;
  /** `over`: it is not retried, because the session is over. */
  onState: (state: LiveState, over: boolean) => void;
  /** The connection was lost; the next attempt is at this time, in milliseconds since 1970. */
  onRetry?: (at: number) => void;
  onFrame: (frame: LiveFrame) => void;
}

/** Without any frame for this long, answers to heartbeats included, the connection is dead, though it was not closed. */
const deadMs = limits.live.heartbeat * 2.5;
/** Jitter of the delays, so that not all browsers reconnect at the same moment. */
const jitter = 0.1;
/** After a gap, everything that may have been missed is reloaded within this time. */
export const catchUpMs = 2_000;

/** Refusals after which no further ticket is requested; a missing second factor is not among them. */
const endings: ReadonlySet<number> = new Set([codes.sessionEnded, codes.noSession, codes.mustChangePassword].map(({ code }) => code));

/**
 * The live socket of one session (docs/wire.md "Live socket"): a heartbeat every 30 s, and a new attempt 1, 3, 5, 10
 * and then every 60 s after it was lost, forever. A deliberate close and the end of the session are not retried.
 */
export class LiveConnection {
  readonly #parts: LiveParts;
  #state: LiveState = 'disconnected';
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #failures = 0;
  #lastFrameAt = 0;
  /** The connection was lost, or its first attempt failed, since the last welcome. */
  #missed = false;
  #over = false;
  #tabs = 1;
  #retryAt: number | undefined;

  constructor(parts: LiveParts) {
    this.#parts = parts;
  }

  get state(): LiveState {
    return this.#state;
  }

  /** Whether it is no longer retried. */
  get over(): boolean {
    return this.#over;
  }

  /** Time of the next attempt; undefined if the connection has not been lost. */
  get retryAt(): number | undefined {
    return this.#retryAt;
  }

  connect(): void {
    if (this.#over || this.#state === 'connecting' || this.#state === 'connected') return;
    clearTimeout(this.#timer);
    this.#setState('connecting');
    this.#parts.ticket().then(
      (ticket) => this.#open(ticket),
      (error: unknown) => this.#onRefused(error),
    );
  }

  /** Retries at once instead of waiting for the next attempt: the network or the page came back. */
  wake(): void {
    if (this.#state === 'disconnected') this.connect();
    else if (this.#state === 'connected' && Date.now() - this.#lastFrameAt > limits.live.heartbeat * 1.5) this.#send();
  }

  /** Closes deliberately and permanently. */
  close(): void {
    this.#over = true;
    clearTimeout(this.#timer);
    if (this.#socket === undefined) return this.#setState('disconnected');
    this.#setState('disconnecting');
    this.#socket.close(liveClose.deliberate);
  }

  /** Sets the number of tabs that share this connection. */
  setTabCount(tabs: number): void {
    if (tabs === this.#tabs) return;
    this.#tabs = tabs;
    if (this.#state === 'connected') this.#send();
  }

  #open(ticket: string): void {
    if (this.#over) return this.#setState('disconnected');
    const socket = this.#parts.open(ticket);
    this.#socket = socket;
    socket.onmessage = ({ data }) => {
      const frame = readFrame(data);
      if (socket === this.#socket && frame !== undefined) this.#handleFrame(frame);
    };
    socket.onclose = ({ code }) => this.#onLost(socket, code);
    // A handshake can stall, and a line die before the first frame.
    this.#timer = setTimeout(() => this.#drop(socket), limits.requestTimeout);
  }

  #handleFrame(frame: LiveFrame): void {
    this.#lastFrameAt = Date.now();
    if (frame.code === liveCodes.heartbeat) return;
    if (frame.code === liveCodes.signedIn) return this.#welcome();
    if (frame.code === liveCodes.ended) this.#over = true;
    this.#parts.onFrame(frame);
  }

  #welcome(): void {
    clearTimeout(this.#timer);
    this.#failures = 0;
    this.#retryAt = undefined;
    this.#setState('connected');
    clearInterval(this.#beat);
    this.#beat = setInterval(() => this.#pulse(), limits.live.heartbeat);
    if (this.#tabs !== 1) this.#send();
    // Messages sent in between were missed.
    const data: ChangedData = { topic: 'all', within: catchUpMs };
    if (this.#missed) this.#parts.onFrame({ code: liveCodes.changed, data });
    this.#missed = false;
  }

  #pulse(): void {
    const socket = this.#socket;
    if (socket === undefined) return;
    if (Date.now() - this.#lastFrameAt < deadMs) this.#send();
    else this.#drop(socket);
  }

  #drop(socket: WebSocket): void {
    // On a dead line the close frame is never answered, so do not wait for it.
    socket.close();
    this.#onLost(socket, 1006);
  }

  #send(): void {
    if (this.#socket?.readyState === 1) this.#socket.send(JSON.stringify({ code: liveCodes.heartbeat, data: { tabs: this.#tabs } }));
  }

  #onLost(socket: WebSocket, code: number): void {
    if (socket !== this.#socket) return;
    this.#socket = undefined;
    clearTimeout(this.#timer);
    clearInterval(this.#beat);
    if (code === liveClose.ended || code === liveClose.deliberate) this.#over = true;
    this.#setState('disconnected');
    if (!this.#over) this.#scheduleRetry();
  }

  #onRefused(error: unknown): void {
    // Without a session there is nothing to wait for; with new credentials there is a new connection.
    if (error instanceof ApiError && endings.has(error.code)) this.#over = true;
    this.#setState('disconnected');
    // Ended while the connection was down: the user is alerted now.
    if (error instanceof ApiError && error.code === codes.sessionEnded.code) {
      const data: EndedData = { reason: 'forced' };
      return this.#parts.onFrame({ code: liveCodes.ended, message: error.message, data });
    }
    if (!this.#over) this.#scheduleRetry();
  }

  #scheduleRetry(): void {
    const { reconnect } = limits.live;
    const wait = reconnect[Math.min(this.#failures, reconnect.length - 1)] ?? 0;
    this.#failures += 1;
    this.#missed = true;
    clearTimeout(this.#timer);
    const delay = wait * (1 + (Math.random() * 2 - 1) * jitter);
    this.#timer = setTimeout(() => this.connect(), delay);
    this.#retryAt = Date.now() + delay;
    this.#parts.onRetry?.(this.#retryAt);
  }

  #setState(state: LiveState): void {
    if (state === this.#state) return;
    this.#state = state;
    if (this.#over) this.#retryAt = undefined;
    this.#parts.onState(state, this.#over);
  }
}

function readFrame(data: unknown): LiveFrame | undefined {
  try {
    const { code, message, data: sent } = recordIn(JSON.parse(String(data)));
    if (typeof code !== 'number') return undefined;
    return { code, data: sent, ...(typeof message === 'string' ? { message } : {}) };
  } catch {
    return undefined;
  }
}
