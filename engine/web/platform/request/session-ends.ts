import { readSessionEnds } from '@back-office/contract/calls/session-ends.ts';
import { createStore } from '../store/create-store.ts';
import { getAccessToken } from './access-token.ts';

/** When the session of a token ends, in milliseconds of this machine's clock: by inactivity, and by its maximum age. */
export interface EndTimes {
  token: string;
  idle: number;
  total: number;
}

/** Smaller differences are only latency. */
const tolerance = 1_500;

const { get, set, subscribe } = createStore<EndTimes | undefined>(undefined);

/** The end of the session, from the answers to calls of this window and of the others. */
export const sessionEnds = {
  /** Undefined until the server has answered a call with the current token. */
  get: (): EndTimes | undefined => (get()?.token === getAccessToken() ? get() : undefined),
  subscribe,
  /** Records an end. The later one counts: answers arrive out of order, and use only postpones the end. */
  record: ({ token, idle, total }: EndTimes): void => {
    if (token !== getAccessToken()) return;
    const before = sessionEnds.get() ?? { token, idle: -Infinity, total: -Infinity };
    if (idle < before.idle + tolerance && total <= before.total + tolerance) return;
    set({ token, idle: Math.max(idle, before.idle), total: Math.max(total, before.total) });
  },
  /** The session has ended: no further warning is needed. */
  forget: (): void => set(undefined),
};

/** Reads the header of an answer; `token` is the call's, and `sentAt` its time, so that the end is never set too late. */
export function updateSessionEnds(header: string | null, token: string | undefined, sentAt: number): void {
  const ends = readSessionEnds(header);
  if (ends === undefined || token === undefined) return;
  sessionEnds.record({ token, idle: sentAt + ends.idle * 1000, total: sentAt + (ends.total ?? Infinity) * 1000 });
}
