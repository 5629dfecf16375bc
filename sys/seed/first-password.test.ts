import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSettings } from '@back-office/server/platform/settings.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { seed } from '@back-office/app/server/seed.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.drop());

const chosen = 'Chosen-Admin-2024';
/** What the first start of a server with these settings makes of the account admin. */
async function firstStart(env: Record<string, string>): Promise<{ code: number; random: boolean }> {
  const { pool } = app.database;
  await pool.query(`DELETE FROM sys_user WHERE user_account = 'admin'; DELETE FROM sys_role WHERE role_code = 'admin'`);
  await pool.query(`DELETE FROM sys_seed WHERE name = 'admin'`);
  const { adminPassword: given, adminPasswordKeep: keep } = readSettings(env);
  const { adminPassword: random } = await seed(app.database, { adminPassword: given, keep });
  const { token } = await app.signIn('admin', random ?? chosen);
  const { code } = await app.call(token, 'GET', 'sys/user/select-roles');
  return { code, random: random !== undefined };
}

it('the first admin password must be changed at sign-in, unless configured together with ADMIN_PASSWORD_KEEP=on', async () => {
  expect(await firstStart({})).toEqual({ code: 40301, random: true });
  expect(await firstStart({ ADMIN_PASSWORD_KEEP: 'on' })).toEqual({ code: 40301, random: true });
  expect(await firstStart({ ADMIN_PASSWORD: chosen })).toEqual({ code: 40301, random: false });
  expect(await firstStart({ ADMIN_PASSWORD: chosen, ADMIN_PASSWORD_KEEP: 'on' })).toEqual({ code: 20000, random: false });
});

it('ADMIN_PASSWORD_KEEP accepts only on and off', () => {
  expect(() => readSettings({ ADMIN_PASSWORD_KEEP: 'yes' })).toThrow('ADMIN_PASSWORD_KEEP must be on or off.');
});
