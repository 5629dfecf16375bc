import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

const url = 'https://example.com/hook';

it('a webhook cannot be borrowed: of equals, only its author changes its address or secret, as whoever does may lose their rights later', async () => {
  const grants = { 'sys/webhook': ['admin'], 'sys/dict': ['read'] };
  const [author, equal] = [await app.userWith(grants), await app.userWith(grants)];
  const values = { webhookName: '同步', webhookUrl: url, events: ['sys/dict:added'] };
  const { data: hook } = await app.call(author.token, 'POST', 'sys/webhook/save', values);
  const save = (token: string, more: object, version = hook['version']) =>
    app.call(token, 'POST', 'sys/webhook/save', { id: hook['id'], version, ...more });
  const message = '只有建立者和管理员能更换接收地址，请另建一个推送';
  expect(await save(equal.token, { webhookUrl: 'https://receiver.example/' })).toMatchObject({
    code: 40000,
    data: { fields: [{ field: 'webhookUrl', message }] },
  });
  expect(await app.call(equal.token, 'POST', `sys/webhook/renew-secret/${String(hook['id'])}`)).toMatchObject({
    code: 40300,
    message: '只有建立者和管理员能更换签名密钥，请另建一个推送',
  });
  const renamed = await save(equal.token, { webhookName: '改名' });
  expect(renamed.code).toBe(20000);
  const redirected = await save(admin, { webhookUrl: 'https://receiver.example/' }, renamed.data['version']);
  expect([redirected.code, redirected.data['sysUserId']]).toEqual([20000, author.userId]);
  expect((await app.call(author.token, 'POST', `sys/webhook/renew-secret/${String(hook['id'])}`)).code).toBe(20000);
});
