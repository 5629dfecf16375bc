import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';

describe('the retention of logs', () => {
  it('is at least half a year for every line, and a year by default', () => {
    expect(readSettings({})).toMatchObject({ logKeepDays: 180, loginLogDays: 365, operationLogDays: 365 });
  });

  it.each([
    [{ LOG_LOGIN_DAYS: '179' }, 'LOG_LOGIN_DAYS must be 0 (for ever) or at least LOG_KEEP_DAYS, which is 180.'],
    [{ LOG_OPERATION_DAYS: '1' }, 'LOG_OPERATION_DAYS must be 0 (for ever) or at least LOG_KEEP_DAYS, which is 180.'],
    [{ LOG_KEEP_DAYS: '400' }, 'LOG_LOGIN_DAYS must be 0 (for ever) or at least LOG_KEEP_DAYS, which is 400.'],
    [{ LOG_KEEP_DAYS: '-1' }, 'LOG_KEEP_DAYS must be at least 0.'],
  ])('is refused at the start if it would clear lines that nobody may delete: %j', (env, sentence) => {
    expect(() => readSettings(env)).toThrow(sentence);
  });

  it.each([
    { LOG_LOGIN_DAYS: '180', LOG_OPERATION_DAYS: '0' },
    { LOG_KEEP_DAYS: '0', LOG_LOGIN_DAYS: '1', LOG_OPERATION_DAYS: '1' },
    { LOG_KEEP_DAYS: '400', LOG_LOGIN_DAYS: '0', LOG_OPERATION_DAYS: '400' },
  ])('can be set otherwise by the operator: %j', (env) => {
    expect(() => readSettings(env)).not.toThrow();
  });
});

it.each(['postgres://u:p,q@one:5432,two:5433/office', 'postgres://one,two/office?sslmode=verify-full', 'postgres://[::1]:5432,two/office'])(
  'DATABASE_URL=%s names several hosts, in the syntax of libpq',
  (url) => {
    expect(readSettings({ DATABASE_URL: url }).databaseUrl).toBe(url);
  },
);

it.each([
  ['postgres://u:p@/office?host=one,two&target_session_attrs=primary', 'must name its hosts before the name of the database'],
  ['postgres://one,,two/office', 'must be a URL such as'],
  ['postgres://one,two:x/office', 'must be a URL such as'],
])('DATABASE_URL=%s is refused', (url, sentence) => {
  expect(() => readSettings({ DATABASE_URL: url })).toThrow(`DATABASE_URL ${sentence}`);
});

it('a comma elsewhere in DATABASE_URL does not separate hosts', () => {
  const url = 'postgres://u:p,q@one:5432/office?options=-c%20search_path%3Da,b';
  expect(readSettings({ DATABASE_URL: url }).databaseUrl).toBe(url);
});

it('LIVE_BUS=poll requires PostgreSQL, and only poll and notify are accepted', () => {
  expect(readSettings({}).liveBus).toBe('notify');
  expect(readSettings({ LIVE_BUS: 'poll', DATABASE_URL: 'postgres://one/office' }).liveBus).toBe('poll');
  expect(() => readSettings({ LIVE_BUS: 'poll' })).toThrow('LIVE_BUS=poll needs DATABASE_URL');
  expect(() => readSettings({ LIVE_BUS: 'rows' })).toThrow('LIVE_BUS must be notify or poll.');
});

it('DATABASE_READ_URL accepts one or several addresses, of PostgreSQL only', () => {
  const [one, two] = ['postgres://u:p,q@one/office', 'postgresql://two:5433/office'];
  const url = { DATABASE_URL: 'postgres://main/office' };
  expect(readSettings(url).databaseReadUrls).toEqual([]);
  expect(readSettings({ ...url, DATABASE_READ_URL: `${one}, ${two}` }).databaseReadUrls).toEqual([one, two]);
  expect(() => readSettings({ DATABASE_READ_URL: one })).toThrow('DATABASE_READ_URL needs DATABASE_URL');
  for (const wrong of ['one', 'postgres://one,two/office'])
    expect(() => readSettings({ ...url, DATABASE_READ_URL: wrong })).toThrow('DATABASE_READ_URL must be URLs such as');
});

it.each(['Green-Lamp-71 ', '\tGreen-Lamp-71', 'Green\tLamp-71', 'Green-Lamp-71\n', 'Green\u0085Lamp-71'])(
  '%j is refused as ADMIN_PASSWORD, as signing in would not accept it',
  (password) => {
    expect(() => readSettings({ ADMIN_PASSWORD: password })).toThrow('ADMIN_PASSWORD must hold no control character');
    expect(readSettings({ ADMIN_PASSWORD: 'Green Lamp 七一' }).adminPassword).toBe('Green Lamp 七一');
  },
);
