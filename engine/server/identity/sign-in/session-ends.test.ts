import type { FileRecord } from '@back-office/contract/calls/file.ts';
import { sessionEndsHeader } from '@back-office/contract/calls/session-ends.ts';
import { unattendedHeader } from '@back-office/contract/calls/unattended.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { now } from '../../platform/database/now.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { notifyNodes } from '../../platform/live/notify-nodes.ts';
import { readSettings } from '../../platform/settings.ts';
import { pdfOf, pngOf } from '../../testing/file-samples.ts';
import { openLive } from '../../testing/live-client.ts';
import { openTestApp, type Session, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';
import { fetchPath, sendFile } from '@back-office/app/testing/server/uploads.ts';
import { endExpired } from '../session/sweep.ts';

/* When a session ends without anybody ending it (docs/wire.md "Session"; docs/hardening.md G17). PostgreSQL's clock decides. */
const [idle, total] = [0.0833 * 3600, 24 * 3600];
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp(readSettings({ SESSION_HOURS: '0.0833' }));
});
afterAll(() => app.drop());

const ask = ({ token }: Pick<Session, 'token'>, at = app) => at.call(token, 'GET', 'sys/user/select-roles');
/** Moves the person's sessions back in time by the interval; `what` is the time that it counts from. */
const pass = (what: 'login_time' | 'last_seen_time', { userId }: Session, interval: string, at = app) =>
  at.database.pool.query(`UPDATE sys_session SET ${what} = ${what} - $1::interval WHERE sys_user_id = $2`, [interval, userId]);
const endsOf = async (person: Pick<Session, 'token'>, at = app) => (await ask(person, at)).headers[sessionEndsHeader.toLowerCase()];

describe('a session ends with 40003', () => {
  it('a day after its sign-in, however much it is used, and not a minute earlier', async () => {
    const person = await app.userWith({});
    await pass('login_time', person, '23 hours 59 minutes');
    expect((await ask(person)).code).toBe(20000);
    await pass('login_time', person, '61 seconds');
    expect(await ask(person)).toMatchObject({ code: 40003, message: '登录已过期' });
    expect((await ask(await app.signIn(person.account, userPassword))).code).toBe(20000);
  });

  it('after five minutes without use, if SESSION_HOURS says so', async () => {
    const person = await app.userWith({});
    await pass('last_seen_time', person, '290 seconds');
    expect((await ask(person)).code).toBe(20000);
    await pass('last_seen_time', person, '301 seconds');
    expect((await ask(person)).code).toBe(40003);
  });

  it('although its browser went on asking by itself, and connecting its socket', async () => {
    const person = await app.userWith({});
    const headers = { authorization: person.token, [unattendedHeader]: '1' };
    const left = async (): Promise<unknown> =>
      (await app.server.inject({ url: '/api/sys/user/select-roles', headers })).headers[sessionEndsHeader.toLowerCase()];
    await pass('last_seen_time', person, '200 seconds');
    // A use would have made it 300, and later 240.
    expect(await left()).toMatch(/^idle=(?:100|\d\d),/);
    const { json } = await app.server.inject({ method: 'POST', url: '/api/live/ticket', headers });
    const { data } = json<{ data: { ticket: string } }>();
    (await openLive(app.server, data.ticket)).socket.terminate();
    await pass('last_seen_time', person, '60 seconds');
    expect(await left()).toMatch(/^idle=\d\d?,/);
    await pass('last_seen_time', person, '41 seconds');
    expect((await ask(person)).code).toBe(40003);
  });

  it('although its pages show pictures, but later once the person downloads a file', async () => {
    const person = await app.userWith({});
    const left = async (): Promise<unknown> => {
      const headers = { authorization: person.token, [unattendedHeader]: '1' };
      return (await app.server.inject({ url: '/api/sys/user/select-roles', headers })).headers[sessionEndsHeader.toLowerCase()];
    };
    const picture = (await sendFile(app, person.token, { name: 'a.png', bytes: pngOf(30, 20, 5000) })).data as FileRecord;
    const file = (await sendFile(app, person.token, { name: 'a.pdf', bytes: pdfOf(300) })).data as FileRecord;
    await pass('last_seen_time', person, '200 seconds');
    for (const path of [picture.thumbnailPath ?? '', picture.filePath]) expect((await fetchPath(app, path)).status).toBe(200);
    expect(await left()).toMatch(/^idle=(?:100|\d\d),/);
    expect((await fetchPath(app, file.filePath, { [unattendedHeader]: '1' })).status).toBe(200);
    expect(await left()).toMatch(/^idle=(?:100|\d\d),/);
    expect((await fetchPath(app, file.filePath)).status).toBe(200);
    expect(await left()).toMatch(/^idle=(?:300|29\d),/);
  });

  it('and its file paths stop working and its sockets are notified', async () => {
    const person = await app.userWith({});
    const { data } = await sendFile(app, person.token, { name: 'a.png', bytes: pngOf(30, 20, 5000) });
    const path = (data as FileRecord).filePath;
    const [client, kept] = [await openLive(app.server, person.token), await openLive(app.server, (await app.userWith({})).token)];
    expect((await fetchPath(app, path)).status).toBe(200);
    await pass('login_time', person, '24 hours');
    expect((await fetchPath(app, path)).status).toBe(403);
    await expect(openLive(app.server, person.token)).rejects.toThrow('HTTP 401');
    await endExpired(app.database.db, { idle, total }, new AbortController().signal);
    expect(await client.frame(65, 1000)).toEqual({ code: 65, message: '登录已过期', data: { reason: 'expired' } });
    expect(await client.end(1000)).toMatchObject({ code: 4001 });
    expect(kept.closed).toBeUndefined();
    kept.socket.terminate();
  });

  it.each(['last_seen_time', 'login_time'] as const)(
    'and its open sockets receive no notice although no job has ended it yet, by its %s',
    async (what) => {
      const [person, other] = [await app.userWith({}), await app.userWith({})];
      const [client, bystander] = [await openLive(app.server, person.token), await openLive(app.server, other.token)];
      await pass(what, person, '24 hours');
      const msg = {
        msgTitle: '通知',
        msgContent: '<p>内容</p>',
        msgScope: '用户',
        targetIds: [person.userId, other.userId],
        msgStatus: '已发布',
      };
      expect((await app.call(await app.admin(), 'POST', 'sys/msg/save', msg)).code).toBe(20000);
      await bystander.frame(66);
      await endExpired(app.database.db, { idle, total }, new AbortController().signal);
      await client.frame(65, 1000);
      expect(client.frames.map(({ code }) => code)).toEqual([64, 65]);
      bystander.socket.terminate();
    },
  );

  it('a day after its sign-in even if the password was changed since, which requires no second factor', async () => {
    const person = await app.userWith({});
    await pass('login_time', person, '23 hours');
    const form = new URLSearchParams({ oldPassword: userPassword, newPassword: 'Longer-Horse-71' });
    const { data } = await app.call<{ credentials: { accessToken: string } }>(person.token, 'PUT', 'sys/user/update-password', form);
    const token = data.credentials.accessToken;
    expect((await ask({ token })).code).toBe(20000);
    await pass('login_time', person, '61 minutes');
    expect((await ask({ token })).code).toBe(40003);
  });

  it('and its sockets are notified, if SESSION_MAX_HOURS is no whole number of seconds', async () => {
    const brief = await openTestApp(readSettings({ SESSION_MAX_HOURS: '0.0833' }));
    const person = await brief.userWith({});
    const client = await openLive(brief.server, person.token);
    await pass('login_time', person, '5 minutes', brief);
    await endExpired(brief.database.db, { idle, total: 0.0833 * 3600 }, new AbortController().signal);
    expect(await client.frame(65, 1000)).toEqual({ code: 65, message: '登录已过期', data: { reason: 'expired' } });
    await brief.drop();
  });

  it('never because of its age if SESSION_MAX_HOURS is 0', async () => {
    const forever = await openTestApp(readSettings({ SESSION_MAX_HOURS: '0' }));
    const person = await forever.userWith({});
    await pass('login_time', person, '1000 days', forever);
    await endExpired(forever.database.db, { idle: 12 * 3600, total: 0 }, new AbortController().signal);
    expect((await ask(person, forever)).code).toBe(20000);
    expect(await endsOf(person, forever)).toBe('idle=43200');
    await forever.drop();
  });
});

it('every answer says in how many seconds the session ends: without further use, and at the latest', async () => {
  const person = await app.userWith({});
  await pass('login_time', person, '1 hour');
  await pass('last_seen_time', person, '30 seconds');
  expect(await endsOf(person)).toMatch(/^idle=2[4-7]\d, total=82[78]\d\d$/);
  // A call is a use of the session, recorded once a minute.
  await pass('last_seen_time', person, '40 seconds');
  expect(await endsOf(person)).toMatch(/^idle=300, total=82[78]\d\d$/);
  const refused = await app.call(person.token, 'GET', 'sys/user/select-page');
  expect([refused.code, refused.headers[sessionEndsHeader.toLowerCase()]]).toEqual([40300, expect.stringMatching(/^idle=/)]);
  expect((await app.call(undefined, 'GET', 'config')).headers).not.toHaveProperty(sessionEndsHeader.toLowerCase());
});

it('the session hours may be fractions, down to five minutes', () => {
  expect(readSettings({})).toMatchObject({ sessionHours: 12, sessionMaxHours: 24 });
  expect(readSettings({ SESSION_HOURS: '0.0833', SESSION_MAX_HOURS: '0.5' })).toMatchObject({ sessionHours: 0.0833, sessionMaxHours: 0.5 });
  for (const hours of ['0', '0.05', '-1', '721', 'x', 'NaN', 'Infinity'])
    expect(() => readSettings({ SESSION_HOURS: hours })).toThrow('SESSION_HOURS must be a number of hours from 0.0833 (5 minutes) to 720.');
  for (const hours of ['0.05', '-1', '8761', 'x'])
    expect(() => readSettings({ SESSION_MAX_HOURS: hours })).toThrow(
      'SESSION_MAX_HOURS must be 0 or a number of hours from 0.0833 (5 minutes) to 8760.',
    );
});

it('a session that somebody ends gets no further event, which its page would answer by a call that is refused first', async () => {
  const person = await app.userWith({});
  const client = await openLive(app.server, person.token);
  await withTransaction(app.database.db, async (db) => {
    await notifyNodes(db, { kind: 'changed', topic: 'figures' });
    await db.updateTable('sys_session').set({ endTime: now }).where('sysUserId', '=', person.userId).execute();
  });
  await client.frame(65, 5000);
  expect(client.frames.map(({ code }) => code)).toEqual([64, 65]);
});
