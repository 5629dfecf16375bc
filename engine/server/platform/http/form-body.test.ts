import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.drop());

const form = 'application/x-www-form-urlencoded';

it.each<[string, Buffer, string?]>([
  ['bytes in GBK', Buffer.from([0xb9, 0xdc, 0xc0, 0xed])],
  ['a truncated character', Buffer.from('管').subarray(0, 2)],
  ['a content type with the charset GBK', Buffer.from('a'), '; charset=gbk'],
  ['a content type with the charset Latin 1 and other letters', Buffer.from(encodeURIComponent('é')), '; charset=ISO-8859-1'],
])('a form with %s gets 40010 and changes nothing', async (_what, bytes, charset = '') => {
  const { token } = await app.userWith({});
  const before = await app.digest();
  for (const [method, path, fields] of [
    ['POST', 'login', 'username='],
    ['POST', 'register', 'userName='],
    ['PUT', 'sys/user/update-password', `oldPassword=${userPassword}&newPassword=2026-Horse-`],
  ] as const) {
    const body = Buffer.concat([Buffer.from(fields), bytes]);
    const answer = await app.call(token, method, path, body, { headers: { 'content-type': `${form}${charset}` } });
    expect(answer, path).toMatchObject({ status: 400, code: 40010, message: '请求格式错误' });
  }
  expect(await app.digest()).toBe(before);
});

it('a form in UTF-8 is read, though its characters are not escaped and its charset is quoted', async () => {
  const { token, account } = await app.userWith({});
  const body = Buffer.from(`oldPassword=${userPassword}&newPassword=2026-Horse-马到成功`);
  const headers = { 'content-type': `${form}; Charset="UTF-8"` };
  expect((await app.call(token, 'PUT', 'sys/user/update-password', body, { headers })).code).toBe(20000);
  expect((await app.login(account, '2026-Horse-马到成功')).code).toBe(20000);
});

it('a form of plain letters is read, though its charset is Latin 1', async () => {
  const { token, account } = await app.userWith({});
  const body = Buffer.from(`oldPassword=${userPassword}&newPassword=2026-Horse-%2Bfoal`);
  const headers = { 'content-type': `${form}; charset=ISO-8859-1` };
  expect((await app.call(token, 'PUT', 'sys/user/update-password', body, { headers })).code).toBe(20000);
  expect((await app.login(account, '2026-Horse-+foal')).code).toBe(20000);
});
