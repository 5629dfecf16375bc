import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { directory, withWays } from '@back-office/app/testing/server/sign-in-ways.ts';
import { openTestApp, type Session, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';
import { dayOf, encryptField } from '@back-office/server/testing/seal-values.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

/* A linked account opens the local one, for whoever set the password too (docs/decisions/0105-passwords-set-by-others.md): its owner is told. */
let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp({ modules: withWays([directory]) });
  admin = await app.admin();
});
afterAll(() => app.drop());

function login<Data>(account: string, password: string, more: Record<string, string>) {
  const day = dayOf(new Date());
  const form = new URLSearchParams({ username: encryptField(account, day), password: encryptField(password, day), ...more });
  return app.call<Data>(undefined, 'POST', 'login', form);
}

async function noticesTo({ token }: Session): Promise<string[]> {
  const { data } = await app.call<{ items: { msgTitle: string; msgContent: string }[] }>(token, 'GET', 'sys/msg/list?index=0&limit=10');
  return data.items.map(({ msgTitle, msgContent }) => `${msgTitle} ${msgContent}`);
}

it('a sign-in that links the account tells its owner once, and from where', async () => {
  const person = await app.userWith({});
  const { code, data } = await login<{ ticket: string }>('zhangsan', 'Directory-1', { method: 'ad' });
  expect(code).toBe(40305);
  expect((await login(person.account, userPassword, { link: data.ticket })).code).toBe(20000);
  expect((await login('zhangsan', 'Directory-1', { method: 'ad' })).code).toBe(20000);
  expect(await noticesTo(person)).toEqual([
    expect.stringMatching(/^您的账号关联了其他账号 <p>您的账号关联了其他账号：“.+”（来自 127\.0\.0\.1）。<\/p>.*解除不认识的关联/),
  ]);
});

it('people to whom somebody else assigns accounts are told by whom, those of one call by one notice', async () => {
  const people = [await app.userWith({}), await app.userWith({})];
  const rows = people.map(({ userId }, at) => ({
    loginMethod: 'corp',
    issuer: 'https://id.example',
    subject: `told-${at}`,
    externalName: '门户的人',
    sysUserId: userId,
  }));
  const saved = await app.call<AnyRow[]>(admin, 'PUT', 'sys/linked-account/save-batch', rows);
  expect(saved.code).toBe(20000);
  for (const person of people)
    expect(await noticesTo(person)).toEqual([expect.stringMatching(/^您的账号被关联了其他账号 .*（由 admin 操作）.*解除不认识的关联/)]);
  const { rowCount } = await app.database.pool.query(`SELECT FROM sys_msg WHERE msg_title = '您的账号被关联了其他账号'`);
  expect(rowCount).toBe(1);
  // A corrected name opens nothing.
  const [row] = saved.data;
  expect((await app.call(admin, 'POST', 'sys/linked-account/save', { ...row, externalName: '李四' })).code).toBe(20000);
  expect(await noticesTo(people[0] as Session)).toHaveLength(1);
});
