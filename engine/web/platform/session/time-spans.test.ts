import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { spanOf, startOf } from './time-spans.ts';

beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 2, 4, 9, 30) }));
afterEach(() => void vi.useRealTimers());

test('今天 starts at midnight, and 近7天 six days earlier', () => {
  expect(startOf('今天')).toBe('2026-03-04 00:00:00');
  expect(startOf('近7天')).toBe('2026-02-26 00:00:00');
});

test('yesterday’s link is no longer 今天, and a period with an end matches no preset', () => {
  const today = [{ op: 'ge', value: startOf('今天') }];
  expect(spanOf(today)).toBe('今天');
  expect(spanOf([...today, { op: 'le', value: '2026-03-04 12:00:00' }])).toBeUndefined();
  vi.setSystemTime(new Date(2026, 2, 5, 9, 30));
  expect(spanOf(today)).toBeUndefined();
});
