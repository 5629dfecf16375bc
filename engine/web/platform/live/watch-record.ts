import type { WatchAnswer } from '@back-office/contract/calls/live.ts';
import { request } from '../request/request.ts';

/** How many places of this window look at a record; the session watches it once for all of them. */
const looking = new Map<string, number>();
/** The call under way for a record: the next waits for it, or one that ends the watching could overtake one that begins it. */
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

/** Watching records: the server tells of what becomes of them (docs/wire.md "Live socket"). */
export const watchRecord = {
  /** The version as it stands; rejects with an ApiError. */
  ask: (resource: string, id: string): Promise<WatchAnswer> =>
    inTurn(id, () => request('/api/live/watch', { method: 'POST', json: { resource, id }, quiet: true })),
  /** Begins to watch; `leave` ends it, unless it is still looked at elsewhere in this window. */
  begin: (resource: string, id: string): { answer: Promise<WatchAnswer>; leave: () => void } => {
    looking.set(id, (looking.get(id) ?? 0) + 1);
    const leave = (): void => {
      const left = (looking.get(id) ?? 1) - 1;
      if (left > 0) return void looking.set(id, left);
      looking.delete(id);
      const end = async (): Promise<void> => {
        if (!looking.has(id)) await request(`/api/live/watch/${id}`, { method: 'DELETE', quiet: true });
      };
      inTurn(id, end).catch(() => undefined);
    };
    return { answer: watchRecord.ask(resource, id), leave };
  },
};
