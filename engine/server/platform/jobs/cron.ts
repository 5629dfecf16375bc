import { Cron } from 'croner';

/**
 * The next time of five cron words (minute, hour, day, month, weekday) in a time zone, strictly after `from`; undefined
 * where they are no cron words, or name a moment that never comes, such as February 30th.
 */
export function nextTime(words: string, from: Date, timeZone: string): Date | undefined {
  return nextTimes(words, from, timeZone, 1)[0];
}

/** The next so many times; none where there are none. */
export function nextTimes(words: string, from: Date, timeZone: string, count: number): Date[] {
  try {
    return new Cron(words, { mode: '5-part', timezone: timeZone }).nextRuns(count, from);
  } catch {
    return [];
  }
}
