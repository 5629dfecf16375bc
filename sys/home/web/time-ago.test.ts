import { expect, test } from 'vitest';
import { timeAgo } from './time-ago.ts';

test.each([
  ['2026-03-05 09:59:40', '刚刚'],
  // The server's clock is ahead.
  ['2026-03-05 10:00:30', '刚刚'],
  ['2026-03-05 09:18:00', '42 分钟前'],
  ['2026-03-05 08:05:00', '今天 08:05 '],
  ['2026-03-04 23:59:00', '昨天 23:59 '],
  ['2026-03-03 23:59:00', '03-03 '],
  ['2025-12-31 10:00:00', '2025-12-31 '],
])('%s is shown as %j', (time, said) => {
  expect(timeAgo(time, '2026-03-05 10:00:00')).toBe(said);
});
