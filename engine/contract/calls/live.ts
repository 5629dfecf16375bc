/** Codes of the frames that travel over the live socket (docs/wire.md "Live socket"). */
export const liveCodes = { heartbeat: 1, signedIn: 64, ended: 65, notice: 66, changed: 67, unknown: 153 } as const;

/**
 * How the server closes a socket, besides the protocol's own codes; 3000 is a deliberate close of the client. `renewed`: the session goes
 * on under new credentials, with which the socket is to be opened again.
 */
export const liveClose = { deliberate: 3000, ended: 4001, renewed: 4002 } as const;

/**
 * What a user has loaded and has now changed, in `data.topic` of a frame 67. `all`: this socket may have missed
 * something, so everything is to be loaded again.
 */
export type LiveTopic = 'all' | 'functions' | 'dict' | 'msg' | 'figures' | 'export' | 'import' | 'record';

/** One frame, in either direction. */
export interface LiveFrame {
  code: number;
  message?: string;
  data?: unknown;
}

/**
 * `data` of a frame 65. `forced`: someone or something else ended it, and the user is alerted at once. `signedOut` and
 * `expired` need no alert: the other tabs have left already, or the next call asks to sign in again over the page.
 */
export interface EndedData {
  reason: 'signedOut' | 'expired' | 'forced';
}

/** `data` of a frame 67. */
export interface ChangedData {
  topic: LiveTopic;
  /** The resource and the records that changed, where the topic is about records. */
  resource?: string;
  ids?: string[];
  /** Load it within this many milliseconds, after a random delay: many clients are notified at once. */
  within?: number;
}

/** `data` of POST /api/live/ticket. */
export interface TicketAnswer {
  ticket: string;
}

/** `data` of POST /api/live/watch: the record's version at that moment. */
export interface WatchAnswer {
  version: number;
}
