import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pngOf } from '../../testing/file-samples.ts';
import { readRightsTable } from '@back-office/app/testing/server/rights-table.ts';
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

it('HEAD uses up no link', async () => {
  const token = await app.admin();
  const { data: file } = await sendFile(app, token, { name: 'a.png', bytes: pngOf(8, 8) });
  const { data: link } = await app.call(token, 'POST', 'file/viewer-link', { id: file.id });
  const before = await stored();
  for (const url of [file.filePath, String(link['path'])])
    expect((await app.server.inject({ method: 'HEAD', url })).statusCode, url).toBe(200);
  expect(await stored()).toBe(before);
});
