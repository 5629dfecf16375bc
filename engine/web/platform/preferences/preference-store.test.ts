import { beforeEach, expect, test, vi } from 'vitest';

const calls: { method: string; path: string; value?: unknown }[] = [];
let stored: Record<string, unknown> = {};
let answer: (path: string) => Promise<void> = () => Promise.resolve();

// The server, as a stub of the browser's `fetch`.
vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit) => {
  const key = path.split('/')[5];
  const value = body === undefined ? undefined : (JSON.parse(body as string) as { value: unknown }).value;
  calls.push({ method, path, ...(key === undefined ? {} : { value }) });
  await answer(path);
  if (key !== undefined) stored = { ...stored, [key]: value };
  return Response.json({ success: true, code: 20000, message: '操作成功', data: key === undefined ? stored : undefined });
});
const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined, clear: () => undefined };
vi.stubGlobal('sessionStorage', storage);

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

/** Signs in another person in this window. */
async function signIn(userId: string): Promise<void> {
  const { sessionStore } = await import('../session/session-store.ts');
  sessionStore.rename({ userId });
}

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
  arriveFirst();
  await store.change('height', () => 3);
  expect(calls.filter(({ method }) => method === 'PUT').map(({ value }) => value)).toEqual([1, 2, 3]);
});

test('preferences still loading for the previous person are neither shown nor changed', async () => {
  const store = await openStore();
  await signIn('1');
  let arrive: () => void = () => undefined;
  answer = () => new Promise((done) => (arrive = done));
  const first = store.load();
  await expect.poll(() => calls).toHaveLength(1);
  const arriveFirst = arrive;
  answer = () => Promise.resolve();
  await signIn('2');
  await store.load();
  stored = { width: 1 };
  arriveFirst();
  await first;
  expect(store.get('width')).toBeUndefined();
});
