import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.drop());

it('nobody resets their own second factor, whatever they may edit: an open browser is not enough to remove it', async () => {
  const clerk = await app.userWith({ 'sys/user': ['read', 'edit'] });
  const colleague = await app.userWith({});
  const { pool } = app.database;
  const factors = async (): Promise<string[]> =>
    (await pool.query<{ id: string }>('SELECT sys_user_id AS id FROM sys_totp')).rows.map(({ id }) => id);
  for (const { userId } of [clerk, colleague]) {
    await pool.query(`INSERT INTO sys_totp VALUES ($1, '\\x00', now())`, [userId]);
    await pool.query(`UPDATE sys_user SET two_step = '是' WHERE id = $1`, [userId]);
  }
  const reset = (id: string) => app.call(clerk.token, 'PUT', `sys/user/reset-two-step/${id}`);
  expect(await reset(clerk.userId)).toMatchObject({ code: 40300, message: '请在个人中心停用自己的两步验证' });
  expect(await reset(colleague.userId)).toMatchObject({ code: 20000 });
  expect(await factors()).toEqual([clerk.userId]);
});
