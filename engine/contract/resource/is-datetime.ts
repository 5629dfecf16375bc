import { isDate } from './is-date.ts';

const pattern = /^(\d{4}-\d{2}-\d{2}) (\d{2}):(\d{2}):(\d{2})$/;

/**
 * True for a time in its wire format, `YYYY-MM-DD HH:mm:ss`, that exists in the calendar: 2026-02-30 does not (docs/wire.md "Generic calls"). Years
 * run from 0001 to 9999.
 */
export function isDatetime(text: string): boolean {
  const [, day = '', ...clock] = pattern.exec(text) ?? [];
  const [hour = 0, minute = 0, second = 0] = clock.map(Number);
  return isDate(day) && hour <= 23 && minute <= 59 && second <= 59;
}
