import { beforeEach, expect, test, vi } from 'vitest';

const calls: { method: string; path: string; value?: unknown; keepalive?: boolean }[] = [];
let stored: Record<string, unknown> = {};
let answer: (path: string) => Promise<void> = () => Promise.resolve();

// The server, as a stub of the browser's `fetch`; a call is answered for the person who made it.
vi.stubGlobal('fetch', async (path: string, { method = 'GET', body, keepalive = false }: RequestInit) => {
  const key = path.split('/')[5];
  const value = body === undefined ? undefined : (JSON.parse(body as string) as { value: unknown }).value;
  calls.push({ method, path, ...(key === undefined ? {} : { value, keepalive }) });
  const theirs = key === undefined ? { ...stored } : stored;
  await answer(path);
  if (key !== undefined) theirs[key] = value;
  return Response.json({ success: true, code: 20000, message: '操作成功', data: key === undefined ? theirs : undefined });
});
const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined, clear: () => undefined };
vi.stubGlobal('sessionStorage', storage);
const page = new EventTarget();
vi.stubGlobal('addEventListener', page.addEventListener.bind(page));

async function openStore() {
  vi.resetModules();
  const { preferenceStore } = await import('./preference-store.ts');
  return preferenceStore;
}

beforeEach(() => {
  calls.length = 0;
  stored = {};
  answer = () => Promise.resolve();
});

test('preferences are loaded once, and subscribers are notified', async () => {
  stored = { sidebar: false };
  const store = await openStore();
  const heard = vi.fn();
  store.subscribe(heard);
  expect(store.load()).not.toHaveProperty('status');
  await Promise.all([store.load(), store.load()]);
  expect(store.load()).toHaveProperty('status', 'fulfilled');
  expect(store.get('sidebar')).toBe(false);
  expect(heard).toHaveBeenCalledOnce();
  expect(calls).toHaveLength(1);
});

test('preferences have their defaults if they cannot be loaded', async () => {
  answer = () => Promise.reject(new TypeError('offline'));
  const store = await openStore();
  await store.load();
  expect(store.load()).toHaveProperty('status', 'fulfilled');
  expect(store.get('sidebar')).toBeUndefined();
});

test('a choice applies at once; of several in a row, only the first and the last are sent', async () => {
  const store = await openStore();
  await store.load();
  let arrive: () => void = () => undefined;
  answer = () => new Promise((done) => (arrive = done));
  store.set('width', 1);
  await expect.poll(() => calls).toHaveLength(2);
  store.set('width', 2);
  store.set('width', 3);
  expect(store.get('width')).toBe(3);
  answer = () => Promise.resolve();
  arrive();
  await expect.poll(() => stored).toEqual({ width: 3 });
  expect(calls.slice(1).map(({ value }) => value)).toEqual([1, 3]);
});

test('a reading does not undo a choice that was made and saved before it arrived', async () => {
  const store = await openStore();
  const arrivals: (() => void)[] = [];
  answer = () => new Promise((done) => arrivals.push(done));
  const reading = store.load();
  store.set('width', 2);
  await expect.poll(() => arrivals).toHaveLength(2);
  arrivals[1]?.();
  await expect.poll(() => stored).toEqual({ width: 2 });
  // A choice under way when the reading begins.
  store.set('width', 3);
  void store.change('height', () => 1);
  await expect.poll(() => arrivals).toHaveLength(4);
  arrivals[2]?.();
  await expect.poll(() => stored).toEqual({ width: 3 });
  arrivals[0]?.();
  arrivals[3]?.();
  await reading;
  await expect.poll(() => calls.at(-1)?.path).toMatch('height');
  expect(store.get('width')).toBe(3);
});

test('a change starts from the server’s current value, and changes nothing if it fails', async () => {
  const store = await openStore();
  await store.load();
  stored = { views: ['of another window'] };
  await store.change('views', (now) => [...(now as string[]), 'mine']);
  expect(stored).toEqual({ views: ['of another window', 'mine'] });
  expect(store.get('views')).toEqual(stored['views']);
  answer = (path) => (path.endsWith('views') ? Promise.reject(new TypeError('offline')) : Promise.resolve());
  await expect(store.change('views', () => [])).rejects.toThrow('网络异常');
  expect(store.get('views')).toEqual(['of another window', 'mine']);
});

test('steps apply at once, and are saved upon the server’s current value, several of them together', async () => {
  const store = await openStore();
  stored = { pages: ['a'] };
  await store.load();
  stored = { pages: ['a', 'of another window'] };
  const add = (path: string) => store.step('pages', (now) => [...(now as string[]), path]);
  add('b');
  add('c');
  expect(store.get('pages')).toEqual(['a', 'b', 'c']);
  await expect.poll(() => store.get('pages')).toEqual(['a', 'of another window', 'b', 'c']);
  expect(stored).toEqual({ pages: ['a', 'of another window', 'b', 'c'] });
  expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(1);
});

test('a step made while another is being saved is saved upon it', async () => {
  const store = await openStore();
  await store.load();
  let arrive: () => void = () => undefined;
  answer = (path) => (path.endsWith('pages') ? new Promise((done) => (arrive = done)) : Promise.resolve());
  const add = (path: string) => store.step('pages', (now) => [...((now ?? []) as string[]), path]);
  add('a');
  await expect.poll(() => calls.at(-1)?.method).toBe('PUT');
  add('b');
  expect(store.get('pages')).toEqual(['a', 'b']);
  answer = () => Promise.resolve();
  arrive();
  await expect.poll(() => stored).toEqual({ pages: ['a', 'b'] });
  expect(store.get('pages')).toEqual(['a', 'b']);
});

test('a step that waits for the server’s value when the page is left is saved as it is shown', async () => {
  const store = await openStore();
  stored = { pages: ['a'] };
  await store.load();
  answer = (path) => (path.endsWith('pages') ? Promise.resolve() : new Promise(() => undefined));
  store.step('pages', (now) => [...(now as string[]), 'b']);
  await expect.poll(() => calls).toHaveLength(2);
  page.dispatchEvent(new Event('pagehide'));
  expect(calls.at(-1)).toMatchObject({ method: 'PUT', value: ['a', 'b'], keepalive: true });
});

test('a value that is set while steps of its key are being saved is saved after them, and a step after it', async () => {
  const store = await openStore();
  await store.load();
  let arrive: () => void = () => undefined;
  const add = (path: string) => store.step('pages', (now) => [...((now ?? []) as string[]), path]);
  const hold = (end: string) => (answer = (path) => (path.endsWith(end) ? new Promise((done) => (arrive = done)) : Promise.resolve()));
  hold('preference');
  add('a');
  await expect.poll(() => calls).toHaveLength(2);
  store.set('pages', ['b']);
  hold('pages');
  arrive();
  await expect.poll(() => calls.at(-1)?.value).toEqual(['b']);
  add('c');
  expect(store.get('pages')).toEqual(['b', 'c']);
  answer = () => Promise.resolve();
  arrive();
  await expect.poll(() => stored).toEqual({ pages: ['b', 'c'] });
  store.set('pages', ['d']);
  add('e');
  await expect.poll(() => stored).toEqual({ pages: ['d', 'e'] });
  add('f');
  await expect.poll(() => stored).toEqual({ pages: ['d', 'e', 'f'] });
});

/** Signs in another person in this window, whose stored preferences are these. */
async function signIn(userId: string, preferences: Record<string, unknown> = {}): Promise<void> {
  stored = preferences;
  const { sessionStore } = await import('../session/session-store.ts');
  sessionStore.rename({ userId });
}

test('steps that are being saved when another person signs in are neither theirs nor shown to them', async () => {
  const store = await openStore();
  await signIn('1');
  await store.load();
  let arrive: () => void = () => undefined;
  answer = () => new Promise((done) => (arrive = done));
  store.step('pages', () => ['a']);
  await expect.poll(() => calls).toHaveLength(2);
  answer = () => Promise.resolve();
  await signIn('2');
  await store.load();
  arrive();
  await store.change('height', () => 3);
  expect(store.get('pages')).toBeUndefined();
  expect(stored).toEqual({ height: 3 });
});

test('a save still in flight when another person signs in is not theirs, and theirs does not wait for it', async () => {
  const store = await openStore();
  await signIn('1');
  await store.load();
  let arrive: () => void = () => undefined;
  answer = (path) => (path.endsWith('width') ? new Promise((done) => (arrive = done)) : Promise.resolve());
  store.set('width', 1);
  await expect.poll(() => calls).toHaveLength(2);
  const arriveFirst = arrive;
  await signIn('2');
  await store.load();
  answer = () => Promise.resolve();
  store.set('width', 2);
  await expect.poll(() => stored).toEqual({ width: 2 });
  const shown: unknown[] = [];
  store.subscribe(() => shown.push(store.get('width')));
  arriveFirst();
  await store.change('height', () => 3);
  expect(new Set(shown)).toEqual(new Set([2]));
  expect(stored).toEqual({ width: 2, height: 3 });
  expect(calls.filter(({ method }) => method === 'PUT').map(({ value }) => value)).toEqual([1, 2, 3]);
});

test('preferences still loading for the previous person are neither shown nor changed', async () => {
  const store = await openStore();
  await signIn('1', { width: 1 });
  const arrivals: (() => void)[] = [];
  answer = () => new Promise((done) => arrivals.push(done));
  const first = store.load();
  const changed = expect(store.change('width', (now) => Number(now) + 1)).rejects.toThrow('another person');
  await expect.poll(() => arrivals).toHaveLength(2);
  answer = () => Promise.resolve();
  await signIn('2');
  await store.load();
  for (const arrive of arrivals) arrive();
  await Promise.all([first, changed]);
  expect(store.get('width')).toBeUndefined();
  expect(calls.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET']);
  expect(stored).toEqual({});
});

test('a change that is being saved when another person signs in is not shown to them', async () => {
  const store = await openStore();
  await signIn('1');
  await store.load();
  let arrive: () => void = () => undefined;
  answer = (path) => (path.endsWith('width') ? new Promise((done) => (arrive = done)) : Promise.resolve());
  const changing = store.change('width', () => 1);
  await expect.poll(() => calls.at(-1)?.method).toBe('PUT');
  await signIn('2');
  await store.load();
  arrive();
  await changing;
  expect(store.get('width')).toBeUndefined();
});
