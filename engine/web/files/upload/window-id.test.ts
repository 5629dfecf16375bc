import { beforeEach, expect, test, vi } from 'vitest';

const held = new Map<string, string>();
let isFull: boolean;

beforeEach(() => {
  held.clear();
  isFull = false;
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      held.set(key, value);
    },
  });
});

/** As after a load of the page. */
async function load() {
  vi.resetModules();
  return (await import('./window-id.ts')).windowId;
}

test('the id of a window survives a reload', async () => {
  const before = (await load())();
  expect((await load())()).toBe(before);
});

test('a window has one id also where session storage takes nothing more', async () => {
  isFull = true;
  const windowId = await load();
  const id = windowId();
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(windowId()).toBe(id);
});
