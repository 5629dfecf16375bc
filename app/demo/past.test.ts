import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { daysBefore, format } from './past.ts';

beforeEach(() => void vi.useFakeTimers({ now: new Date(2024, 2, 1, 8, 30), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

it.each([
  [1, 9.5, '2024-02-29 09:30:00'],
  [61, 0, '2023-12-31 00:00:00'],
  [0, 8.2575, '2024-03-01 08:15:27'],
  // A time later than now becomes some minutes ago: the later it would be, the longer ago.
  [0, 8.5, '2024-03-01 08:21:30'],
  [0, 23.5, '2024-03-01 08:06:30'],
])('%d days ago at hour %d is %s', (days, hour, text) => {
  expect(format(days, hour)).toBe(text);
  expect(daysBefore(days, hour).getTime()).toBeLessThan(Date.now());
});
