/**
 * Whether a line of a log, written at `time`, is old enough to be deleted after `days`. By the browser's clock and zone:
 * it decides what is offered, and the server what happens.
 */
export function mayGo(time: unknown, days: number, now = Date.now()): boolean {
  const written = typeof time === 'string' ? Date.parse(time.replace(' ', 'T')) : Number.NaN;
  return days === 0 || written < now - days * 86_400_000;
}
