import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { linkAccount, recordUnlinkedAccount } from './linked-accounts.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.drop());

it('an external account is found by the pinyin of its name as it is now', async () => {
  const admin = await app.admin();
  const { userId } = await app.userWith({});
  const account = { way: 'corp', issuer: 'https://corp.example', subject: '1' };
  const foundBy = async (search: string) =>
    (await app.call<{ total: number }>(admin, 'GET', `sys/linked-account/select-page?search=${search}`)).data.total;
  await recordUnlinkedAccount(app.database.db, { ...account, name: '张晓明' });
  expect(await foundBy('zhangxiaoming')).toBe(1);
  await recordUnlinkedAccount(app.database.db, { ...account, name: '李晓明' });
  expect([await foundBy('zhangxiaoming'), await foundBy('lixiaoming')]).toEqual([0, 1]);
  await linkAccount(app.database.db, userId, { ...account, name: '王晓明' });
  expect([await foundBy('lixiaoming'), await foundBy('wangxiaoming')]).toEqual([0, 1]);
});
