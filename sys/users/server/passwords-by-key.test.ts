import { openTestApp, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ keyCallsPerMinute: 0 });
});
afterAll(() => app.drop());

describe('a password that an API key sends for its own person', () => {
  it.each(['save', 'save-batch?dryRun=true', 'save-batch'])('by %s is refused whatever it is, and so never found out', async (call) => {
    const admin = await app.admin();
    const { userId } = await app.userWith({ 'sys/user': ['read', 'add', 'edit', 'import'] });
    const expireTime = new Date(Date.now() + 30 * 86_400_000).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' });
    const token = { tokenName: '同步', sysUserId: userId, tokenRights: ['sys/user:read', 'sys/user:edit', 'sys/user:import'], expireTime };
    const { data: made } = await app.call(admin, 'POST', 'sys/token/save', token);
    const { data: own } = await app.call(admin, 'GET', `sys/user/select/${userId}`);
    for (const password of [userPassword, 'Another-Horse-5518', '12345678']) {
      const record = { id: userId, version: own['version'], userPassword: password };
      const posted = call === 'save' ? record : [record];
      expect(await app.call(String(made['token']), 'POST', `sys/user/${call}`, posted)).toMatchObject({
        code: 40300,
        message: '接口密钥不能设置密码',
      });
    }
  });
});

it('a dry run compares no password with those that the person used of late, and a save does', async () => {
  const { token, userId } = await app.userWith({ 'sys/user': ['read', 'edit', 'import'] });
  const { data: own } = await app.call(token, 'GET', `sys/user/select/${userId}`);
  const record = { id: userId, version: own['version'], userPassword };
  expect((await app.call(token, 'POST', 'sys/user/save-batch?dryRun=true', [record])).code).toBe(20000);
  expect(await app.call(token, 'POST', 'sys/user/save-batch', [record])).toMatchObject({
    code: 40000,
    data: { fields: [{ row: 0, field: 'userPassword', message: '新密码不能与最近用过的五个密码相同' }] },
  });
});
