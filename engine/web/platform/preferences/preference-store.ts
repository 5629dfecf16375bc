import type { PreferencePayload, PreferencesAnswer } from '@back-office/contract/calls/preference.ts';
import { request } from '../request/request.ts';
import { sessionStore } from '../session/session-store.ts';
import { createStore } from '../store/create-store.ts';

type Step = (now: unknown) => unknown;

let owner = '';
const kept = createStore<Readonly<PreferencesAnswer>>({});
let loading: Promise<void> | undefined;
/** Keys being saved; a change made meanwhile is sent once that call has returned. */
let sending = new Set<string>();
/** The saves that have ended so far, and the last of each key: a reading that began before it may not have it. */
let ended = 0;
let endedAt = new Map<string, number>();
/** Steps that are not saved yet, by key, of the person whose preferences these are; a key has an entry until all of its steps are saved. */
let steps = new Map<string, Step[]>();

/** Sent with `keepalive`, so that it arrives even if the page is left at once. A browser allows 64 KiB for all such calls. */
function put(key: string, value: unknown): Promise<undefined> {
  const json = JSON.stringify({ value: value ?? null } satisfies PreferencePayload);
  const keepalive = json.length < 4 * 1024;
  return request(`/api/sys/user/preference/${key}`, { method: 'PUT', json, keepalive });
}

/** Notes the end of a save that began with `mine` as the keys being saved. */
function noteEnd(mine: Set<string>, key: string): void {
  if (mine === sending) endedAt.set(key, (ended += 1));
}

/** Rejects if somebody else has signed in meanwhile. */
async function fetchAll(): Promise<void> {
  const [mine, began] = [sending, ended];
  const fresh = await request<PreferencesAnswer>('/api/sys/user/preference');
  if (mine !== sending) throw new Error('What was read is of another person.');
  const isNewer = (key: string): boolean => sending.has(key) || (endedAt.get(key) ?? 0) > began;
  kept.set({ ...fresh, ...Object.fromEntries(Object.entries(kept.get()).filter(([key]) => isNewer(key))) });
}

/** If it cannot be read, the defaults apply. Marked as fulfilled, so that React's `use` reads it without suspending. */
function fetchOrDefault(): Promise<void> {
  const reading = fetchAll().catch(() => undefined);
  void reading.then(() => Object.assign(reading, { status: 'fulfilled', value: undefined }));
  return reading;
}

async function send(key: string): Promise<void> {
  const [mine, { userId, preview }] = [sending, sessionStore.get()];
  // A preview saves nothing, preferences included.
  if (mine.has(key) || preview !== null) return;
  mine.add(key);
  try {
    let sent: unknown;
    do {
      sent = kept.get()[key];
      await put(key, sent);
      // Another person may have signed in here meanwhile: these preferences are not theirs.
    } while (mine === sending && sessionStore.get().userId === userId && sent !== kept.get()[key]);
  } catch {
    // The request layer has shown the error; the choice applies until the page is reloaded.
  } finally {
    mine.delete(key);
    noteEnd(mine, key);
  }
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** Saves the steps of a key upon the server's current value, until none is left. */
async function sendSteps(key: string): Promise<void> {
  const [mine, queues, waiting] = [sending, steps, steps.get(key) ?? []];
  if (mine.has(key) || sessionStore.get().preview !== null) return;
  mine.add(key);
  try {
    while (mine === sending && waiting.length > 0) {
      const fresh = await request<PreferencesAnswer>('/api/sys/user/preference');
      if (mine !== sending) return;
      const taken = waiting.splice(0);
      const value = taken.reduce<unknown>((now, step) => step(now), fresh[key]);
      kept.set({ ...kept.get(), [key]: value });
      // A step that returns the very list or object that it was given has nothing to save.
      if (value !== fresh[key] || !isObject(value)) await put(key, value);
      if (mine === sending) kept.set({ ...kept.get(), [key]: waiting.reduce((now, step) => step(now), value) });
    }
  } catch {
    // The request layer has shown the error; the choice applies until the page is reloaded.
    waiting.splice(0);
  } finally {
    mine.delete(key);
    noteEnd(mine, key);
    queues.delete(key);
  }
}

/** Saves what the steps have made of the values shown here, when the page is left and the server's current values cannot be awaited. */
function saveQueued(): void {
  const { userId, preview } = sessionStore.get();
  if (owner !== userId || preview !== null) return;
  for (const [key, waiting] of steps) if (waiting.length > 0) void put(key, kept.get()[key]).catch(() => undefined);
}

/**
 * The preferences of the signed-in person; stored on the server, so that they follow them to another machine.
 * @example
 * const fold = () => preferenceStore.set('acme.agreements', { folded: true });
 */
export const preferenceStore = {
  subscribe: kept.subscribe,
  /** Loads the preferences, once for each person; resolves when they have loaded, or have failed to. */
  load: (): Promise<void> => {
    const { userId } = sessionStore.get();
    if (loading !== undefined && owner === userId) return loading;
    owner = userId;
    sending = new Set();
    endedAt = new Map();
    steps = new Map();
    // Called during a render that suspends on this promise.
    kept.setQuietly({});
    loading = fetchOrDefault();
    return loading;
  },
  get: (key: string): unknown => kept.get()[key],
  /** All preferences; a new object whenever one changes. */
  all: kept.get,
  /** Takes effect at once, and is saved, after the key's steps; undefined removes the preference. The last write wins. */
  set: (key: string, value: unknown): void => {
    if (steps.has(key)) return preferenceStore.step(key, () => value);
    kept.set({ ...kept.get(), [key]: value });
    void send(key);
  },
  /**
   * Takes effect at once, and is saved as a step from the server's current value, which another window may have changed; from the value shown here if
   * a `set` of the key is being saved, or the page is left. A step that returns the very list or object that it was given saves nothing.
   */
  step: (key: string, next: (now: unknown) => unknown): void => {
    const value = next(kept.get()[key]);
    if (sending.has(key) && !steps.has(key)) return preferenceStore.set(key, value);
    addEventListener('pagehide', saveQueued);
    kept.set({ ...kept.get(), [key]: value });
    const waiting = steps.get(key) ?? [];
    steps.set(key, waiting);
    waiting.push(next);
    void sendSteps(key);
  },
  /** Applies a change to the server's current value, which another window may have changed; on failure rejects and changes nothing. */
  change: async (key: string, next: (now: unknown) => unknown): Promise<void> => {
    await fetchAll();
    const [mine, value] = [sending, next(kept.get()[key])];
    await put(key, value);
    if (mine !== sending) return;
    kept.set({ ...kept.get(), [key]: value });
    noteEnd(mine, key);
  },
};
