import { configStore } from './config-store.ts';

/**
 * The time of the server's clock now, or at another moment, in the wire format: `YYYY-MM-DD HH:mm:ss`. All times are the server's, wherever the
 * browser is. Does not use Intl, whose initialisation takes a slow machine longer than the rest of a page.
 * @example
 * export const isOver = (endTime: string) => endTime < serverTime();
 */
export function serverTime(at = Date.now(), offsets = configStore.get()?.clock ?? []): string {
  const { ahead } = offsets.findLast(({ from }) => from <= at) ?? { ahead: -new Date(at).getTimezoneOffset() };
  return new Date(at + ahead * 60_000).toISOString().slice(0, 19).replace('T', ' ');
}

/**
 * The server's date, `YYYY-MM-DD`: today, or this many days ago; a negative number is in the future.
 * @example
 * export const endsSoon = (endDate: string) => endDate >= serverDay() && endDate <= serverDay(-30);
 */
export const serverDay = (ago = 0): string => daysBefore(serverTime().slice(0, 10), ago);

/** The date this many days before another. */
export const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
