import { expect, test, vi } from 'vitest';

test('the screen is locked also where session storage takes nothing more', async () => {
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem, removeItem: () => undefined });
  vi.resetModules();
  const { screenLock } = await import('./screen-lock.ts');
  const heard = vi.fn();
  screenLock.subscribe(heard);
  screenLock.lock();
  expect([screenLock.isLocked(), heard.mock.calls.length]).toEqual([true, 1]);
  screenLock.unlock();
  expect(screenLock.isLocked()).toBe(false);
});
