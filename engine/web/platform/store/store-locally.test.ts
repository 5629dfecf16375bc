import { afterEach, expect, test, vi } from 'vitest';
import { storeLocally } from './store-locally.ts';

afterEach(() => vi.unstubAllGlobals());

test('a full storage stores nothing and throws nothing', () => {
  const full = {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  vi.stubGlobal('localStorage', full);
  expect(() => storeLocally('menu', 'top')).not.toThrow();
  const stored = vi.fn();
  vi.stubGlobal('localStorage', { setItem: stored });
  storeLocally('menu', 'top');
  expect(stored).toHaveBeenCalledWith('menu', 'top');
});
