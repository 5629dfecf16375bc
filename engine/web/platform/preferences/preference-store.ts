import type { PreferencePayload, PreferencesAnswer } from '@back-office/contract/calls/preference.ts';
import { request } from '../request/request.ts';
import { sessionStore } from '../session/session-store.ts';
import { createStore } from '../store/create-store.ts';

let owner = '';
const kept = createStore<Readonly<PreferencesAnswer>>({});
let loading: Promise<void> | undefined;
/** Keys of this person on their way to the server; what is chosen meanwhile follows when they have arrived. */
let sending = new Set<string>();

/** Arrives where the page is left in the same moment too. A browser holds at most 64 KiB back for all such calls. */
function put(key: string, value: unknown): Promise<undefined> {
  const json = JSON.stringify({ value: value ?? null } satisfies PreferencePayload);
  const keepalive = json.length < 4 * 1024;
  return request(`/api/sys/user/preference/${key}`, { method: 'PUT', json, keepalive });
}

/** Rejects where somebody else has signed in meanwhile. */
async function readAgain(): Promise<void> {
  const mine = sending;
  const fresh = await request<PreferencesAnswer>('/api/sys/user/preference');
  if (mine !== sending) throw new Error('What was read is of another person.');
  kept.set({ ...fresh, ...Object.fromEntries(Object.entries(kept.get()).filter(([key]) => sending.has(key))) });
}

/** When it cannot be read, everything is as usual. The promise says itself that it is kept: React's `use` waits for no such one. */
function readFirst(): Promise<void> {
  const reading = readAgain().catch(() => undefined);
  void reading.then(() => Object.assign(reading, { status: 'fulfilled', value: undefined }));
  return reading;
}

async function send(key: string): Promise<void> {
  const [mine, { userId, preview }] = [sending, sessionStore.get()];
  // A preview changes nothing, what its person chose among it.
  if (mine.has(key) || preview !== null) return;
  mine.add(key);
  try {
    let sent: unknown;
    do {
      sent = kept.get()[key];
      await put(key, sent);
      // What was chosen is not another person's, who may have signed in here meanwhile.
    } while (mine === sending && sessionStore.get().userId === userId && sent !== kept.get()[key]);
  } catch {
    // The request layer has shown the error; the choice holds until the page is loaded again.
  } finally {
    mine.delete(key);
  }
}

/**
 * What the signed-in person chose for themselves; kept on the server, so that it follows them to another machine.
 * @example
 * const fold = () => preferenceStore.set('acme.agreements', { folded: true });
 */
export const preferenceStore = {
  subscribe: kept.subscribe,
  /** Reads what was chosen, once for each person; kept once that is known, or that it cannot be known. */
  load: (): Promise<void> => {
    const { userId } = sessionStore.get();
    if (loading !== undefined && owner === userId) return loading;
    owner = userId;
    sending = new Set();
    // Within a drawing, which waits for what is read.
    kept.setQuietly({});
    loading = readFirst();
    return loading;
  },
  get: (key: string): unknown => kept.get()[key],
  /** Everything that was chosen; another object when any of it changes. */
  all: kept.get,
  /** Takes effect at once, and is sent; undefined removes the choice. The last write wins. */
  set: (key: string, value: unknown): void => {
    kept.set({ ...kept.get(), [key]: value });
    void send(key);
  },
  /** Changes what the server has now, which another window may have changed; rejects when that fails, and nothing has changed. */
  change: async (key: string, next: (now: unknown) => unknown): Promise<void> => {
    await readAgain();
    const value = next(kept.get()[key]);
    await put(key, value);
    kept.set({ ...kept.get(), [key]: value });
  },
};
