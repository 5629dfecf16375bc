import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { checkAppSecret } from './check-app-secret.ts';

/* All nodes of a database have the same APP_SECRET (docs/hardening.md J12). */
const [first, second] = ['the-first-app-secret', 'the-second-app-secret'];
let app: TestApp;
beforeEach(async () => {
  app = await openTestApp();
});
afterEach(() => app.drop());

const start = (appSecret: string | undefined, appSecretChange = false) => checkAppSecret(app.database.db, { appSecret, appSecretChange });
const refused = 'APP_SECRET is not the one that this database has been used with';

it('the same APP_SECRET is accepted any number of times, also by nodes that start at once', async () => {
  await Promise.all([start(first), start(first)]);
  await start(first);
});

it('another APP_SECRET, or none, is refused unless the change is declared', async () => {
  await start(first);
  await expect(start(second)).rejects.toThrow(refused);
  await expect(start(undefined)).rejects.toThrow(refused);
  await start(second, true);
  await start(second);
  await expect(start(first)).rejects.toThrow(refused);
});

it('a first APP_SECRET is accepted after none, but not once a user has a second factor', async () => {
  await start(undefined);
  await start(first);
  await start(undefined, true);
  await app.database.pool.query(`INSERT INTO sys_totp (sys_user_id, secret) SELECT id, '\\x00' FROM sys_user`);
  await expect(start(first)).rejects.toThrow(refused);
  await start(undefined);
});
