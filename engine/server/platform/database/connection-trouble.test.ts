import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect, inject, it, vi } from 'vitest';
import { onServer, testTimeZone } from '@back-office/app/testing/server/test-template.ts';
import { silentLog } from '../../testing/silent-log.ts';
import { ConnectionTrouble } from './connection-trouble.ts';
import { isUnavailable } from './database-errors.ts';
import { openDatabase } from './open-database.ts';

it('says once a minute what keeps connections from being opened, and what to do', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const error = vi.fn();
  const trouble = new ConnectionTrouble(
    { url: 'postgres://joe:x@db:5432/shop' },
    { log: { ...silentLog, error }, timeZone: 'Asia/Shanghai' },
  );
  const refused = { code: '28P01' };
  trouble.say(refused);
  expect(error, 'not while the start says so').not.toHaveBeenCalled();
  trouble.begin();
  for (let i = 0; i < 3; i += 1) trouble.say(refused);
  const sentence = 'The database server db:5432 refused the user "joe": correct the user or the password in DATABASE_URL.';
  expect(error.mock.calls).toEqual([[{ err: refused }, sentence]]);
  trouble.say({ code: '53300' });
  expect(error).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(60_000);
  trouble.say(refused);
  expect(error).toHaveBeenCalledTimes(3);
  vi.useRealTimers();
});

it('a password that was changed on the server makes it unavailable until it is set back', async ({ skip }) => {
  const template = inject('testTemplate');
  if (template.kind === 'embedded') return skip('the embedded database has no password');
  const { serverUrl } = template;
  // Roles belong to the whole server, which other test runs may be using.
  const role = `trouble_${randomBytes(4).toString('hex')}`;
  await onServer(serverUrl, `create role ${role} login password 'first'`);
  const url = new URL(serverUrl);
  [url.username, url.password] = [role, 'first'];
  const error = vi.fn();
  const database = await openDatabase({ url: url.href, dataDir: 'unused', timeZone: testTimeZone, log: { ...silentLog, error } });
  try {
    const ask = () =>
      sql`select 1`.execute(database.db).then(
        () => 'answered',
        (reason: unknown) => (isUnavailable(reason) ? 'unavailable' : reason),
      );
    expect(await ask()).toBe('answered');
    await onServer(serverUrl, `alter role ${role} password 'second'`);
    await onServer(serverUrl, `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`);
    await expect.poll(ask).toBe('unavailable');
    expect(await ask()).toBe('unavailable');
    expect(error).toHaveBeenCalledExactlyOnceWith(
      { err: expect.any(Error) },
      expect.stringContaining(`refused the user "${role}": correct`),
    );
    await onServer(serverUrl, `alter role ${role} password 'first'`);
    expect(await ask()).toBe('answered');
  } finally {
    await database.close();
    await onServer(serverUrl, `drop role ${role}`);
  }
});
