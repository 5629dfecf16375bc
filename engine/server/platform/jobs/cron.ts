import { Cron } from 'croner';

/**
 * The next time of a five-field cron expression (minute, hour, day, month, weekday) in a time zone, strictly after
 * `from`; undefined if it is invalid, or never occurs, such as February 30th.
 */
export function nextTime(expression: string, from: Date, timeZone: string): Date | undefined {
  return nextTimes(expression, from, timeZone, 1)[0];
}

/** The next `count` times; none if the expression is invalid. */
export function nextTimes(expression: string, from: Date, timeZone: string, count: number): Date[] {
  try {
    return new Cron(expression, { mode: '5-part', timezone: timeZone }).nextRuns(count, from);
  } catch {
    return [];
  }
}
