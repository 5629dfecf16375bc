import type { LiveFrame } from '@back-office/contract/calls/live.ts';
import type { LiveState } from './live-connection.ts';

/** What a tab says to the worker that holds the connection. */
export type ToWorker = { kind: 'join'; token: string } | { kind: 'leave' } | { kind: 'wake' };

/** What the worker says to its tabs. */
export type FromWorker =
  | { kind: 'state'; state: LiveState; over: boolean }
  | { kind: 'retry'; at: number }
  | { kind: 'frame'; frame: LiveFrame };
