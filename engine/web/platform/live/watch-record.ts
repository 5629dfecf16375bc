import { unattendedHeader } from '@back-office/contract/calls/unattended.ts';
import { recordIn } from '@back-office/contract/record-in.ts';
import type { WatchAnswer } from '@back-office/contract/calls/live.ts';
import { request } from '../request/request.ts';

/** Watching components in this window, by record, as functions that watch it again; the session watches it once for all windows. */
const watchers = new Map<string, Set<() => void>>();
/** The pending call for a record: the next one waits for it, or an unwatch could overtake a watch. */
const underway = new Map<string, Promise<unknown>>();

/** Tells the session's other windows which record it no longer watches because this one has left it. */
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('unwatched');
channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  for (const again of watchers.get(String(recordIn(data)['id'])) ?? []) again();
});

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
      request('/api/live/watch', {
        method: 'POST',
        json: { resource, id },
        headers: { [unattendedHeader]: '1' },
        quiet: true,
        background: true,
      }),
    ),
  /**
   * Starts watching; `leave` stops it, unless the record is still watched elsewhere in this window. `again` is called when another window has
   * stopped it for the whole session, and calls `fetchVersion`.
   */
  begin: (resource: string, id: string, again: () => void): { answer: Promise<WatchAnswer>; leave: () => void } => {
    const watching = watchers.get(id) ?? new Set();
    watchers.set(id, watching.add(again));
    const leave = (): void => {
      watching.delete(again);
      if (watching.size > 0) return;
      if (watchers.get(id) === watching) watchers.delete(id);
      inTurn(id, () => unwatch(id)).catch(() => undefined);
    };
    return { answer: watchRecord.fetchVersion(resource, id), leave };
  },
};

async function unwatch(id: string): Promise<void> {
  if (watchers.has(id)) return;
  try {
    await request(`/api/live/watch/${id}`, { method: 'DELETE', quiet: true, background: true });
  } finally {
    channel?.postMessage({ id });
  }
}
