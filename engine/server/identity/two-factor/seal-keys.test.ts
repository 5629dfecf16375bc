import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '@back-office/app/server/app.ts';
import { folderStorage } from '../../platform/storage/folder-storage.ts';
import { readSettings } from '../../platform/settings.ts';
import { pngOf } from '../../testing/file-samples.ts';
import { sealParameter } from '../../testing/seal-values.ts';
import { openTestApp, type Session, TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';
import { fetchPath, sendFile } from '@back-office/app/testing/server/uploads.ts';
import { sealKeys } from './seal-keys.ts';

/* What a copy of the database reveals of the keys in it (docs/hardening.md (a)). */
const secret = 'an-app-secret-of-some-length';
let first: TestApp;
const apps: TestApp[] = [];
beforeAll(async () => {
  first = await openTestApp();
});
afterAll(async () => {
  for (const app of apps) await app.server.close();
  await first.drop();
});

const said: string[] = [];
const log = { warn: (text: string) => void said.push(text) };
/** The same database under another server, started as `main.ts` does. */
async function startAgain(appSecret: string | undefined): Promise<TestApp> {
  await sealKeys(first.database.db, appSecret, log);
  const { database } = first;
  const storage = await folderStorage(join(database.dataDir, 'files'));
  const parts = { database, storage, log: pino({ level: 'silent' }), clock: () => new Date(), webRoot: undefined };
  const app = new TestApp(database, await createApp({ ...parts, settings: { ...readSettings({}), appSecret } }), () => new Date());
  apps.push(app);
  return app;
}
/** Every key of sessions and of signed paths as stored in the database, in hex. */
async function stored(): Promise<string> {
  const { rows } = await first.database.pool.query<{ key: string }>(
    `SELECT encode(secret_key, 'hex') AS key FROM sys_session UNION ALL SELECT encode(value, 'hex') FROM sys_secret WHERE name = 'file'`,
  );
  return rows.map(({ key }) => key).join(' ');
}
const changePassword = (app: TestApp, { token, secretKey }: Session, to: string) => {
  const query = new URLSearchParams({
    oldPassword: sealParameter(userPassword, 'oldPassword', secretKey),
    newPassword: sealParameter(to, 'newPassword', secretKey),
  });
  return app.call(token, 'PUT', `sys/user/update-password?${query.toString()}`);
};
const hexOf = ({ secretKey }: Pick<Session, 'secretKey'>) => Buffer.from(secretKey, 'base64').toString('hex');

it('the first start with APP_SECRET seals the stored keys, and sessions and signed paths stay valid', async () => {
  const person = await first.userWith({});
  const { data: file } = await sendFile(first, person.token, { name: 'a.png', bytes: pngOf(30, 20, 5000) });
  const before = await stored();
  expect(before).toContain(hexOf(person));

  const app = await startAgain(secret);
  for (const key of before.split(' ')) expect(await stored()).not.toContain(key);
  expect((await fetchPath(app, file.filePath)).status).toBe(200);
  expect((await changePassword(app, person, 'Sealed-Horse-71')).code).toBe(20000);

  const later = await app.signIn(person.account, 'Sealed-Horse-71');
  expect(await stored()).not.toContain(hexOf(later));
  const again = await startAgain(secret);
  expect((await again.call(later.token, 'GET', 'sys/user/select-roles')).code).toBe(20000);
  expect((await fetchPath(again, file.filePath)).status).toBe(403);
});

it('a key moved to the row of another session does not work there', async () => {
  const app = await startAgain(secret);
  const [one, other] = [await app.userWith({}), await app.userWith({})];
  await first.database.pool.query(
    `UPDATE sys_session SET secret_key = (SELECT secret_key FROM sys_session WHERE sys_user_id = $1) WHERE sys_user_id = $2`,
    [one.userId, other.userId],
  );
  expect((await app.call(other.token, 'GET', 'sys/user/select-roles')).code).toBe(40003);
  expect((await app.call(one.token, 'GET', 'sys/user/select-roles')).code).toBe(20000);
});

it.each([['another one', 'another-app-secret-than-before'] as const, ['none', undefined] as const])(
  'after APP_SECRET is replaced by %s everybody must sign in again, and files open again',
  async (_name, next) => {
    const before = await startAgain(secret);
    const person = await before.userWith({});
    const app = await startAgain(next);
    expect(await app.call(person.token, 'GET', 'sys/user/select-roles')).toMatchObject({
      code: 41003,
      message: '系统密钥已更换，请重新登录',
    });
    const { token } = await app.signIn(person.account, userPassword);
    const { data: file } = await sendFile(app, token, { name: 'a.png', bytes: pngOf(30, 20, 5000) });
    expect((await fetchPath(app, file.filePath)).status).toBe(200);
  },
);

it('a start without APP_SECRET warns once what that means; a start with it says nothing', async () => {
  said.length = 0;
  await startAgain(undefined);
  expect(said).toEqual([expect.stringMatching(/^APP_SECRET is not set: /)]);
  await startAgain(secret);
  expect(said).toHaveLength(1);
});
