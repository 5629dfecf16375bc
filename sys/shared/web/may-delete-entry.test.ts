import { expect, it } from 'vitest';
import { mayDeleteEntry } from './may-delete-entry.ts';

const now = Date.parse('2026-07-31T12:00:00');

it.each([
  ['2026-02-01 11:59:59', 180, true],
  ['2026-02-01 12:00:01', 180, false],
  ['2026-07-31 12:00:00', 180, false],
  ['2026-07-31 12:00:00', 0, true],
  [null, 180, false],
])('a log line of %s, kept for %i days, is offered for deletion: %s', (time, days, offered) => {
  expect(mayDeleteEntry(time, days, now)).toBe(offered);
});
