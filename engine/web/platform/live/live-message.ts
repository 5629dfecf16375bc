import type { LiveFrame } from '@back-office/contract/calls/live.ts';
import type { LiveState } from './live-connection.ts';

/** Messages from a tab to the worker that holds the connection; `hold` names the lock that the tab holds as long as it exists. */
export type ToWorker = { kind: 'join'; token: string } | { kind: 'hold'; lock: string } | { kind: 'leave' } | { kind: 'wake' };

/** Messages from the worker to its tabs. */
export type FromWorker =
  | { kind: 'state'; state: LiveState; over: boolean }
  | { kind: 'retry'; at: number }
  | { kind: 'frame'; frame: LiveFrame };
