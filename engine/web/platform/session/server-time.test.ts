import { afterEach, describe, expect, it, vi } from 'vitest';
import { daysBefore, serverDay, serverTime } from './server-time.ts';

const minute = 60_000;
/** A Sunday in March on which New York's clocks jump from 2 to 3. */
const change = Date.parse('2026-03-08T07:00:00Z');

const servers = {
  'Asia/Shanghai': [{ from: 0, ahead: 480 }],
  'Asia/Kathmandu': [{ from: 0, ahead: 345 }],
  'Pacific/Kiritimati': [{ from: 0, ahead: 840 }],
  'Etc/GMT+12': [{ from: 0, ahead: -720 }],
  'America/New_York': [
    { from: 0, ahead: -300 },
    { from: change, ahead: -240 },
  ],
};
const browsers = ['Asia/Shanghai', 'America/New_York', 'Europe/Berlin', 'Pacific/Kiritimati'];
const ownZone = process.env['TZ'];

afterEach(() => {
  vi.useRealTimers();
  if (ownZone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = ownZone;
});

describe.each(browsers)('in a browser in the time zone %s', (browser) => {
  it.each(Object.entries(servers))('times of a server in %s are shown in its own time zone', (timeZone, offsets) => {
    process.env['TZ'] = browser;
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(browser);
    // Twelve days before and after the change, in steps that cover all hours of the day.
    for (let at = change - 12 * 1440 * minute; at < change + 12 * 1440 * minute; at += 37 * minute)
      expect(serverTime(at, offsets)).toBe(new Date(at).toLocaleString('sv-SE', { timeZone }));
    for (const at of [change - 1, change]) expect(serverTime(at, offsets)).toBe(new Date(at).toLocaleString('sv-SE', { timeZone }));
  });

  it('counts days by the calendar, even across a day of 23 hours', () => {
    process.env['TZ'] = browser;
    expect([1, 2, 8].map((days) => daysBefore('2026-03-09', days))).toEqual(['2026-03-08', '2026-03-07', '2026-03-01']);
    expect(daysBefore('2028-03-01', 1)).toBe('2028-02-29');
  });
});

it('uses the time zone of the machine until the server has sent its own', () => {
  vi.useFakeTimers({ now: new Date(2026, 2, 9, 0, 5) });
  expect(serverTime()).toBe('2026-03-09 00:05:00');
  expect(serverDay(8)).toBe('2026-03-01');
});
