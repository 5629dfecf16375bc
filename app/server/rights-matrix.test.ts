import { office } from '@back-office/app/office.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rightsMatrix } from '../testing/server/suites/rights-matrix.ts';
import { openTestApp, type TestApp } from '../testing/server/test-app.ts';

rightsMatrix({ open: openTestApp, office });

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.drop());

it('removing, disabling or emptying a role takes effect with the next call', async () => {
  const taken = await app.userWith({ 'sys/dict': ['read'] });
  const read = async () => (await app.call(taken.token, 'GET', 'sys/dict/select-page')).code;
  const run = (sql: string) => app.database.pool.query(sql, [taken.userId]);
  expect(await read()).toBe(20000);
  await run("UPDATE sys_role SET role_status = '停用' WHERE id IN (SELECT target_id FROM sys_user_role WHERE owner_id = $1)");
  expect(await read()).toBe(40300);
  await run("UPDATE sys_role SET role_status = '正常' WHERE id IN (SELECT target_id FROM sys_user_role WHERE owner_id = $1)");
  expect(await read()).toBe(20000);
  await run('DELETE FROM sys_role_function WHERE sys_role_id IN (SELECT target_id FROM sys_user_role WHERE owner_id = $1)');
  expect(await read()).toBe(40300);
  const gone = await app.userWith({ 'sys/dict': ['admin'] });
  expect((await app.call(gone.token, 'GET', 'sys/dict/select-page')).code).toBe(20000);
  await app.database.pool.query('DELETE FROM sys_user_role WHERE owner_id = $1', [gone.userId]);
  expect((await app.call(gone.token, 'GET', 'sys/dict/select-page')).code).toBe(40300);
});
