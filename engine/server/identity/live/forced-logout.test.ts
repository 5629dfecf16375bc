import { join } from 'node:path';
import { folderStorage } from '../../platform/storage/folder-storage.ts';
import { randomBytes, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '@back-office/app/server/app.ts';
import type { Database } from '../../platform/database/database.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { readSettings } from '../../platform/settings.ts';
import { endExpired } from '../session/sweep.ts';
import { type LiveClient, openLive } from '../../testing/live-client.ts';
import { openTestApp, type Session, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';
import { testTimeZone } from '@back-office/app/testing/server/test-template.ts';

/* Two nodes on one database: events on one reach the sockets of the other. */
const log = pino({ level: 'silent' });
let app: TestApp;
let admin: string;
let other: FastifyInstance;
let otherDatabase: Database;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  // A second process cannot open the embedded database: there the second node shares the first one's connection.
  const url = app.database.pool.options.connectionString;
  otherDatabase =
    app.database.kind === 'embedded'
      ? app.database
      : await openDatabase({ url, dataDir: app.database.dataDir, timeZone: testTimeZone, log });
  other = await createApp({
    database: otherDatabase,
    storage: await folderStorage(join(app.database.dataDir, 'files')),
    settings: readSettings({}),
    log,
    clock: () => new Date(),
    webRoot: undefined,
  });
});
afterAll(async () => {
  await other.close();
  if (otherDatabase !== app.database) await otherDatabase.close();
  await app.drop();
});

const save = async (resource: string, id: string, change: Record<string, unknown>) => {
  const { data } = await app.call(admin, 'GET', `${resource}/select/${id}`);
  return app.call(admin, 'POST', `${resource}/save`, { id, version: data.version, ...change });
};
const sessionsOf = async ({ account }: Session) =>
  (await app.call<{ items: { id: string; tabCount: number }[] }>(admin, 'GET', `sys/session/select-page?eq=userAccount:${account}`)).data
    .items;
const roleOf = async ({ userId }: Session) =>
  (await app.database.pool.query<{ id: string }>('SELECT target_id AS id FROM sys_user_role WHERE owner_id = $1', [userId])).rows[0]?.id ??
  '';

async function expectEnded(client: LiveClient, message: string, reason = 'forced'): Promise<void> {
  expect(await client.frame(65, 1000)).toEqual({ code: 65, message, data: { reason } });
  expect(await client.end(1000)).toMatchObject({ code: 4001 });
}

describe.each([
  ['this', () => app.server],
  ['another', () => other],
])('a socket on %s node is notified within a second that its session has ended', (_name, server) => {
  const cases: [string, string, (person: Session) => Promise<{ code: number }>][] = [
    [
      'logged out of this session by force',
      '您已被管理员强制下线',
      async (person) => app.call(admin, 'DELETE', `sys/session/delete/${(await sessionsOf(person))[0]?.id}`),
    ],
    [
      'logged out of all sessions by force',
      '您已被管理员强制下线',
      (person) => app.call(admin, 'DELETE', `sys/session/delete-user/${person.userId}`),
    ],
    [
      'logged out by force with a reason',
      '您已被管理员强制下线：系统维护，十点恢复',
      (person) =>
        app.call(admin, 'DELETE', `sys/session/delete-user/${person.userId}?reason=${encodeURIComponent(' 系统维护，十点恢复 ')}`),
    ],
    ['disabled', '账号已被停用', (person) => save('sys/user', person.userId, { userStatus: '停用' })],
    ['deleted', '账号已被删除', (person) => app.call(admin, 'DELETE', `sys/user/delete/${person.userId}`)],
    ['given another password', '密码已被重置，请重新登录', (person) => save('sys/user', person.userId, { userPassword: 'Reset-Horse-55' })],
    ['left without roles', '您的角色已被取消，请联系管理员', (person) => save('sys/user', person.userId, { sysRoleIds: [] })],
    [
      'left with a disabled role only',
      '您的角色已被取消，请联系管理员',
      async (person) => save('sys/role', await roleOf(person), { roleStatus: '停用' }),
    ],
  ];
  it.each(cases)('by its user being %s', async (_case, message, act) => {
    const person = await app.userWith({});
    const client = await openLive(server(), person.token);
    expect((await act(person)).code).toBe(20000);
    await expectEnded(client, message);
    expect((await app.call(person.token, 'GET', 'sys/user/select-roles')).code).toBe(41003);
  });

  it('by a sign-out in another tab, with the reason signedOut', async () => {
    const person = await app.userWith({});
    const [first, second] = [await openLive(server(), person.token), await openLive(server(), person.token)];
    const colleague = await openLive(server(), (await app.signIn(person.account, userPassword)).token);
    await app.call(person.token, 'GET', 'logout');
    for (const client of [first, second]) await expectEnded(client, '已退出登录', 'signedOut');
    expect(colleague.closed).toBeUndefined();
    colleague.socket.terminate();
  });

  it('by the twenty-first sign-in of its user', async () => {
    const person = await app.userWith({});
    const client = await openLive(server(), person.token);
    for (let at = 0; at < 20; at++) await app.signIn(person.account, userPassword);
    await expectEnded(client, '账号登录数量超过上限，最早的登录已退出');
  });

  it('by a password change in another session, and by hours without use', async () => {
    const person = await app.userWith({});
    const elsewhere = await app.signIn(person.account, userPassword);
    const client = await openLive(server(), person.token);
    const form = new URLSearchParams({ oldPassword: userPassword, newPassword: 'Other-Horse-71' });
    expect((await app.call(elsewhere.token, 'PUT', 'sys/user/update-password', form)).code).toBe(20000);
    await expectEnded(client, '密码已修改，请重新登录');
    const idle = await app.userWith({});
    const waiting = await openLive(server(), idle.token);
    await app.database.pool.query("UPDATE sys_session SET last_seen_time = now() - interval '13 hours' WHERE sys_user_id = $1", [
      idle.userId,
    ]);
    await endExpired(app.database.db, { idle: 12 * 3600, total: 0 }, new AbortController().signal);
    await expectEnded(waiting, '登录已过期', 'expired');
  });
});

describe.each([
  ['this', () => app.server],
  ['another', () => other],
])('a socket on %s node', (_name, server) => {
  it('is closed to be reconnected, without being told of an end, when its session goes on under new credentials', async () => {
    const person = await app.userWith({});
    const client = await openLive(server(), person.token);
    const form = new URLSearchParams({ oldPassword: userPassword, newPassword: 'Other-Horse-71' });
    const { data } = await app.call<{ credentials: { accessToken: string } }>(person.token, 'PUT', 'sys/user/update-password', form);
    expect(await client.end(1000)).toMatchObject({ code: 4002 });
    expect(client.frames).toEqual([{ code: 64 }]);
    const again = await openLive(server(), data.credentials.accessToken);
    await app.call(data.credentials.accessToken, 'GET', 'logout');
    await expectEnded(again, '已退出登录', 'signedOut');
  });

  it('of a role preview is notified when the preview ends, though the session it came from goes on', async () => {
    const { data: role } = await app.call(admin, 'POST', 'sys/role/save', { roleName: '预览', roleCode: `preview-${randomUUID()}` });
    const { data } = await app.call<{ credentials: { accessToken: string } }>(admin, 'POST', `sys/role/preview/${role.id}`);
    const client = await openLive(server(), data.credentials.accessToken);
    await app.call(data.credentials.accessToken, 'GET', 'logout');
    await expectEnded(client, '已退出登录', 'signedOut');
  });
});

it('a forced logout is refused, and ends no session, if its reason is not short plain text', async () => {
  const person = await app.userWith({});
  for (const reason of ['长'.repeat(101), 'a%0Ab', '%00', 'x&reason=y'])
    expect((await app.call(admin, 'DELETE', `sys/session/delete-user/${person.userId}?reason=${reason}`)).code, reason).toBe(40000);
  expect((await app.call(person.token, 'GET', 'sys/user/select-roles')).code).toBe(20000);
});

it('SINGLE_SIGN_ON ends the other sessions of a user who signs in', async () => {
  const single = await openTestApp({ singleSignOn: true });
  const person = await single.userWith({});
  const colleague = await single.userWith({});
  const client = await openLive(single.server, person.token);
  const again = await single.signIn(person.account, userPassword);
  await expectEnded(client, '您的账号已在其他地方登录');
  expect((await single.call(person.token, 'GET', 'sys/user/select-roles')).message).toBe('您的账号已在其他地方登录');
  for (const { token } of [again, colleague]) expect((await single.call(token, 'GET', 'sys/user/select-roles')).code).toBe(20000);
  await single.drop();
});

it('a user is not signed out if the form that disables them is refused for another mistake', async () => {
  const person = await app.userWith({});
  const client = await openLive(other, person.token);
  expect((await save('sys/user', person.userId, { userStatus: '停用', userEmail: 'no mail' })).code).toBe(40000);
  client.send({ code: 1 });
  await client.frame(1);
  expect(client.frames.some(({ code }) => code === 65)).toBe(false);
  expect(client.closed).toBeUndefined();
  client.socket.terminate();
});

it('the session list counts the tabs open on all nodes, and none once they are closed', async () => {
  const person = await app.userWith({});
  const [here, there] = [await openLive(app.server, person.token), await openLive(other, person.token)];
  there.send({ code: 1, data: { tabs: 3 } });
  const count = async () => (await sessionsOf(person))[0]?.tabCount;
  await expect.poll(count).toBe(4);
  here.socket.close();
  there.socket.close();
  await expect.poll(count).toBe(0);
});

it('ending all sessions of a user requires the permission, and a data scope that includes the user', async () => {
  const person = await app.userWith({});
  const reader = await app.userWith({ 'sys/session': ['read'] });
  const stranger = await app.userWith({ 'sys/session': ['delete'] }, { dataScope: '本人' });
  const path = `sys/session/delete-user/${person.userId}`;
  expect((await app.call(reader.token, 'DELETE', path)).code).toBe(40300);
  expect((await app.call(stranger.token, 'DELETE', path)).code).toBe(40400);
  expect((await app.call(admin, 'DELETE', `sys/session/delete-user/${randomUUID()}`)).code).toBe(40400);
  expect((await app.call(person.token, 'GET', 'sys/user/select-roles')).code).toBe(20000);
});

it('a hundred forced logouts across nodes each arrive within a second', async () => {
  const person = await app.userWith({});
  const times: number[] = [];
  for (let round = 0; round < 10; round++) {
    const tokens = Array.from({ length: 10 }, () => randomBytes(32).toString('base64url'));
    await app.database.pool.query(
      `INSERT INTO sys_session (id, token_hash, secret_key, sys_user_id, user_account)
       SELECT gen_random_uuid(), sha256(token::bytea), '\\x00', $2, $3 FROM unnest($1::text[]) AS token`,
      [tokens, person.userId, person.account],
    );
    const clients = await Promise.all(tokens.map((token) => openLive(other, token)));
    const start = performance.now();
    const [answer, ...ends] = await Promise.all([
      app.call(admin, 'DELETE', `sys/session/delete-user/${person.userId}`),
      ...clients.map(async (client) => client.frame(65).then(() => performance.now() - start)),
    ]);
    expect(answer.code).toBe(20000);
    times.push(...ends);
  }
  expect(times).toHaveLength(100);
  expect(Math.max(...times)).toBeLessThan(1000);
});

it('no administrator can be logged out by a user who is not one', async () => {
  const other = await app.userWith({ 'sys/session': ['delete', 'read'] });
  const chief = await app.userWith({});
  await app.database.pool.query("INSERT INTO sys_user_role SELECT $1, id FROM sys_role WHERE role_code = 'admin'", [chief.userId]);
  const path = `sys/session/delete-user/${chief.userId}`;
  expect(await app.call(other.token, 'DELETE', path)).toMatchObject({ code: 40300, message: '不能强制管理员下线' });
  expect((await app.call(admin, 'DELETE', path)).code).toBe(20000);
});
