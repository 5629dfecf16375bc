import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { conditionsOfPreset, presetOf } from './time-preset.ts';

beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 2, 4, 9, 30) }));
afterEach(() => void vi.useRealTimers());

test('今天 starts at midnight, and 近7天 six days earlier', () => {
  expect(conditionsOfPreset('今天')).toEqual([{ op: 'ge', value: '2026-03-04 00:00:00' }]);
  expect(conditionsOfPreset('近7天')).toEqual([{ op: 'ge', value: '2026-02-26 00:00:00' }]);
});

test('yesterday’s link is no longer 今天, and a period with an end matches no preset', () => {
  const today = conditionsOfPreset('今天');
  expect(presetOf(today)).toBe('今天');
  expect(presetOf([...today, { op: 'le', value: '2026-03-04 12:00:00' }])).toBeUndefined();
  vi.setSystemTime(new Date(2026, 2, 5, 9, 30));
  expect(presetOf(today)).toBeUndefined();
});
