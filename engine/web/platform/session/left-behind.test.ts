import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { suspendSession, resumeSession } from './suspended-session.ts';

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
  suspendSession('u1');
  expect([...stored.keys()]).toEqual(['tabs', 'uploadWindow', 'leftBehind']);
  expect(resumeSession('u1')).toBe(true);
  expect([...stored.keys()]).toEqual(['tabs', 'uploadWindow']);
});

test('another person gets nothing of the first one’s', () => {
  suspendSession('u1');
  expect(resumeSession('u2')).toBe(false);
  expect([...stored.keys()]).toEqual([]);
  expect(resumeSession('u1')).toBe(true);
});

test('where nobody left, whoever signs in goes where the address leads', () => {
  expect(resumeSession('u1')).toBe(true);
  expect(stored.get('tabs')).toBe('[…]');
});
