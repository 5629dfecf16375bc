import type { ClockOffset } from '@back-office/contract/calls/config.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** The zone's current offset from UTC and, if it changes within 31 days, the next offset with its start. */
export function clockOffsets(timeZone: string, now = Date.now()): ClockOffset[] {
  const written = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const aheadAt = (at: number): number => Math.round((Date.parse(`${written.format(at).replace(' ', 'T')}Z`) - at) / minute);
  const ahead = aheadAt(now);
  const offsets = [{ from: 0, ahead }];
  for (let at = now; at < now + 31 * day; at += day) {
    if (aheadAt(at + day) === ahead) continue;
    let [before, after] = [at, at + day];
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      [before, after] = aheadAt(middle) === ahead ? [middle, after] : [before, middle];
    }
    return [...offsets, { from: after, ahead: aheadAt(after) }];
  }
  return offsets;
}
