/** Codes of the frames on the live socket (docs/wire.md "Live socket"). */
export const liveCodes = { heartbeat: 1, signedIn: 64, ended: 65, notice: 66, changed: 67, unknown: 153 } as const;

/**
 * Close codes of the socket besides the protocol's own; 3000 is a deliberate close by the client. `renewed`: the session continues with new
 * credentials, with which the client should reconnect.
 */
export const liveClose = { deliberate: 3000, ended: 4001, renewed: 4002 } as const;

/**
 * What changed of the data that a client has loaded: `data.topic` of a frame 67. `all`: this socket may have missed events, so the client should
 * reload everything.
 */
export type LiveTopic = 'all' | 'functions' | 'dict' | 'msg' | 'figures' | 'export' | 'import' | 'record';

/** One frame, in either direction. */
export interface LiveFrame {
  code: number;
  message?: string;
  data?: unknown;
}

/**
 * `data` of a frame 65. `forced`: someone or something else ended the session, and the user is alerted at once. `signedOut` and `expired` need no
 * alert: the other tabs have left already, or the next call asks the user to sign in again over the page.
 */
export interface EndedData {
  reason: 'signedOut' | 'expired' | 'forced';
}

/** `data` of a frame 67. */
export interface ChangedData {
  topic: LiveTopic;
  /** The resource and the changed records, for a topic about records. */
  resource?: string;
  ids?: string[];
  /** Reload within this many milliseconds, after a random delay: many clients are notified at once. */
  within?: number;
}

/** `data` of POST /api/live/ticket. */
export interface TicketAnswer {
  ticket: string;
}

/** `data` of POST /api/live/watch: the current version of the record. */
export interface WatchAnswer {
  version: number;
}
