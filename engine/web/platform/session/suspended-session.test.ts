import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { suspendSession, resumeSession } from './suspended-session.ts';

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map([
    ['tabs', '[…]'],
    ['kept uploads', 'f1,f2'],
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

test('the same person gets the tabs and the files of unsaved records back, while credentials and searches are removed from the window', () => {
  suspendSession('u1');
  expect([...stored.keys()]).toEqual(['tabs', 'kept uploads', 'leftBehind']);
  expect(resumeSession('u1')).toBe(true);
  expect([...stored.keys()]).toEqual(['tabs', 'kept uploads']);
});

test('another person gets nothing of the previous person’s', () => {
  suspendSession('u1');
  expect(resumeSession('u2')).toBe(false);
  expect([...stored.keys()]).toEqual([]);
  expect(resumeSession('u1')).toBe(true);
});

test('without a suspended session, signing in leads to the requested address', () => {
  expect(resumeSession('u1')).toBe(true);
  expect(stored.get('tabs')).toBe('[…]');
});
