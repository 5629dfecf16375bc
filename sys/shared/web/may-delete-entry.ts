import { serverTime } from '@back-office/web/platform/session/server-time.ts';

/**
 * Whether a log entry, written at `time`, is old enough to be deleted after `days`. By the clock of this machine: it decides only what is offered;
 * the server checks again.
 */
export function mayDeleteEntry(time: unknown, days: number, now = Date.now()): boolean {
  return days === 0 || (typeof time === 'string' && time < serverTime(now - days * 86_400_000));
}
