import { unattendedHeader } from '@back-office/contract/calls/unattended.ts';
import type { WatchAnswer } from '@back-office/contract/calls/live.ts';
import { request } from '../request/request.ts';

/** The number of components in this window that watch a record; the session watches it once for all of them. */
const watcherCounts = new Map<string, number>();
/** The pending call for a record: the next one waits for it, or an unwatch could overtake a watch. */
const underway = new Map<string, Promise<unknown>>();

function inTurn<Answer>(id: string, call: () => Promise<Answer>): Promise<Answer> {
  const mine = (underway.get(id) ?? Promise.resolve()).then(call);
  const over = mine
    .catch(() => undefined)
    .then(() => {
      if (underway.get(id) === over) underway.delete(id);
    });
  underway.set(id, over);
  return mine;
}

/** Watching records: the server announces their changes (docs/wire.md "Live socket"). */
export const watchRecord = {
  /** The current version; rejects with an ApiError. */
  fetchVersion: (resource: string, id: string): Promise<WatchAnswer> =>
    inTurn(id, () =>
      request('/api/live/watch', { method: 'POST', json: { resource, id }, headers: { [unattendedHeader]: '1' }, quiet: true }),
    ),
  /** Starts watching; `leave` stops it, unless the record is still watched elsewhere in this window. */
  begin: (resource: string, id: string): { answer: Promise<WatchAnswer>; leave: () => void } => {
    watcherCounts.set(id, (watcherCounts.get(id) ?? 0) + 1);
    const leave = (): void => {
      const left = (watcherCounts.get(id) ?? 1) - 1;
      if (left > 0) return void watcherCounts.set(id, left);
      watcherCounts.delete(id);
      const end = async (): Promise<void> => {
        if (!watcherCounts.has(id)) await request(`/api/live/watch/${id}`, { method: 'DELETE', quiet: true });
      };
      inTurn(id, end).catch(() => undefined);
    };
    return { answer: watchRecord.fetchVersion(resource, id), leave };
  },
};
