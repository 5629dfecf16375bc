import { beforeEach, expect, test, vi } from 'vitest';

const calls: { method: string; path: string; value?: unknown }[] = [];
let stored: Record<string, unknown> = {};
let answer: (path: string) => Promise<void> = () => Promise.resolve();

// The server as the browser's `fetch` meets it.
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

test('is read once, and tells whoever listens', async () => {
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

test('is as usual where it cannot be read', async () => {
  answer = () => Promise.reject(new TypeError('offline'));
  const store = await openStore();
  await store.load();
  expect(store.load()).toHaveProperty('status', 'fulfilled');
  expect(store.get('sidebar')).toBeUndefined();
});

test('a choice holds at once; of many in a row the last one follows the first', async () => {
  const store = await openStore();
  await store.load();
  let arrive: () => void = () => undefined;
  answer = () => new Promise((done) => (arrive = done));
  store.set('width', 1);
  await vi.waitFor(() => expect(calls).toHaveLength(2));
  store.set('width', 2);
  store.set('width', 3);
  expect(store.get('width')).toBe(3);
  answer = () => Promise.resolve();
  arrive();
  await vi.waitFor(() => expect(stored).toEqual({ width: 3 }));
  expect(calls.slice(1).map(({ value }) => value)).toEqual([1, 3]);
});

test('a change begins with what the server has now, and changes nothing when it fails', async () => {
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
