import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pngOf } from '../../testing/file-samples.ts';
import { readRightsTable } from '@back-office/app/testing/server/rights-table.ts';
import { provider, withWays } from '@back-office/app/testing/server/sign-in-ways.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { sendFile } from '@back-office/app/testing/server/uploads.ts';

/* HEAD changes nothing anywhere (docs/wire.md "Session"): neither stored data nor a log. */
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ officeViewer: 'https://viewer.example/?src={url}' });
});
afterAll(() => app.drop());

async function stored(): Promise<string> {
  const { rows } = await app.database.pool.query<{ lines: number }>(
    'select (select count(*) from sys_log_opt) + (select count(*) from sys_log_login) as lines',
  );
  return `${await app.digest()}, ${rows[0]?.lines} lines`;
}

it('HEAD changes nothing, whatever GET does', async () => {
  const token = await app.admin();
  const { rows } = await app.database.pool.query<{ id: string }>("select id from sys_user where user_account = 'admin'");
  const before = await stored();
  for (const { url } of readRightsTable().filter(({ method }) => method === 'GET')) {
    const path = url.replace(/:\w+/, url.includes('/sys/user/') ? (rows[0]?.id ?? '') : randomUUID());
    const { statusCode } = await app.server.inject({ method: 'HEAD', url: path, headers: { authorization: token } });
    expect(statusCode, url).toBeLessThan(500);
  }
  expect(await stored()).toBe(before);
  expect((await app.call(token, 'GET', 'sys/user/select-roles')).code).toBe(20000);
});

it('HEAD of what somebody may not read writes no line', async () => {
  const { token } = await app.userWith({});
  const before = await stored();
  for (const { url } of readRightsTable().filter(({ method }) => method === 'GET'))
    await app.server.inject({ method: 'HEAD', url: url.replace(/:\w+/, randomUUID()), headers: { authorization: token } });
  expect(await stored()).toBe(before);
});

it('HEAD marks neither a session nor an API key as used', async () => {
  const token = await app.admin();
  const { pool } = app.database;
  const expireTime = `${new Date().getFullYear()}-12-31 00:00:00`;
  const { rows: people } = await pool.query<{ id: string }>("select id from sys_user where user_account = 'admin'");
  const { data: key } = await app.call(token, 'POST', 'sys/token/save', {
    tokenName: '只看的程序',
    sysUserId: people[0]?.id,
    tokenRights: ['sys/dict:read'],
    expireTime,
  });
  await pool.query("update sys_session set last_seen_time = now() - interval '10 minutes'");
  const used = async () => {
    const { rows } = await pool.query(
      'select (select max(last_seen_time) from sys_session) as seen, (select max(last_used_time) from sys_token) as used',
    );
    return rows;
  };
  const before = await used();
  for (const authorization of [token, String(key['token'])])
    expect((await app.server.inject({ method: 'HEAD', url: '/api/sys/dict/select-page', headers: { authorization } })).statusCode).toBe(
      200,
    );
  expect(await used()).toEqual(before);
});

it('HEAD leads to no provider, and does not use up its answer', async () => {
  const at = await openTestApp({ database: app.database, publicUrl: 'https://office.example', modules: withWays([provider]) });
  const headers = { host: 'office.example' };
  const led = await at.server.inject({ url: '/api/login/corp/start', headers });
  const cookie = led.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const state = new URL(String(led.headers.location)).searchParams.get('state') ?? '';
  const callback = { url: `/api/login/corp/callback?code=p-1&state=${state}`, headers: { ...headers, cookie } };
  const before = await stored();
  expect((await at.server.inject({ ...callback, method: 'HEAD' })).statusCode).toBe(404);
  expect((await at.server.inject({ method: 'HEAD', url: '/api/login/corp/start', headers })).statusCode).toBe(404);
  expect(await stored()).toBe(before);
  expect((await at.server.inject(callback)).headers.location).toContain('/login?ticket=');
});

it('HEAD uses up no link', async () => {
  const token = await app.admin();
  const { data: file } = await sendFile(app, token, { name: 'a.png', bytes: pngOf(8, 8) });
  const { data: link } = await app.call(token, 'POST', 'file/viewer-link', { id: file.id });
  const before = await stored();
  for (const url of [file.filePath, String(link['path'])])
    expect((await app.server.inject({ method: 'HEAD', url })).statusCode, url).toBe(200);
  expect(await stored()).toBe(before);
});
