import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { leaveBehind, takeUp } from './left-behind.ts';

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map([
    ['tabs', '[…]'],
    ['uploadWindow', 'w1'],
    ['rolesCredentials', '{…}'],
    ['finds', '["张三"]'],
  ]);
  const storage = new Proxy(
    {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, text: string) => stored.set(name, text),
      removeItem: (name: string) => stored.delete(name),
    },
    { ownKeys: () => [...stored.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) },
  );
  vi.stubGlobal('sessionStorage', storage);
});
afterEach(() => vi.unstubAllGlobals());

test('the same person finds the tabs again, and no window keeps credentials or what was looked for', () => {
  leaveBehind('u1');
  expect([...stored.keys()]).toEqual(['tabs', 'uploadWindow', 'leftBehind']);
  expect(takeUp('u1')).toBe(true);
  expect([...stored.keys()]).toEqual(['tabs', 'uploadWindow']);
});

test('another person gets nothing of the first one’s', () => {
  leaveBehind('u1');
  expect(takeUp('u2')).toBe(false);
  expect([...stored.keys()]).toEqual([]);
  expect(takeUp('u1')).toBe(true);
});

test('where nobody left, whoever signs in goes where the address leads', () => {
  expect(takeUp('u1')).toBe(true);
  expect(stored.get('tabs')).toBe('[…]');
});
