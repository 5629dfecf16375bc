import { office } from '@back-office/app/office.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyRight } from '@back-office/app/testing/server/suites/every-right.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

everyRight({ open: openTestApp, office, resources: office.resources });

describe('a permission', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp();
  });
  afterAll(() => app.drop());

  it('is lost with the next call after it is revoked', async () => {
    const { token, userId } = await app.userWith({ 'sys/org': ['read'] });
    expect((await app.call(token, 'GET', 'sys/org/select-page')).code).toBe(20000);
    await app.database.pool.query(
      'delete from sys_role_function where sys_role_id in (select target_id from sys_user_role where owner_id = $1)',
      [userId],
    );
    expect((await app.call(token, 'GET', 'sys/org/select-page')).code).toBe(40300);
  });

  it('does not count if its role is disabled', async () => {
    const { token, userId } = await app.userWith({ 'sys/org': ['read'] });
    await app.database.pool.query(
      `update sys_role set role_status = '停用' where id in (select target_id from sys_user_role where owner_id = $1)`,
      [userId],
    );
    expect((await app.call(token, 'GET', 'sys/org/select-page')).code).toBe(40300);
  });

  it('comes from a role, not from an account named like an administrator', async () => {
    const { token, userId } = await app.userWith({});
    await app.database.pool.query(`update sys_user set user_account = 'administrator' where id = $1`, [userId]);
    expect((await app.call(token, 'GET', 'sys/user/select-page')).code).toBe(40300);
  });
});
