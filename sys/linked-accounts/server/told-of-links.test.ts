import { modules } from '@back-office/app/server/modules.ts';
import type { TwoFactorSecret } from '@back-office/contract/calls/two-factor.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { openTestApp, type Session, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';
import type { SignInWay } from '@back-office/server/identity/ways/sign-in-way.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';
import { dayOf, encryptField } from '@back-office/server/testing/seal-values.ts';
import { secretCode } from '@back-office/server/testing/secret-code.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

/* A linked account opens the local one, for whoever set the password too (docs/decisions/0105-passwords-set-by-others.md): its owner is told. */
const directory: SignInWay = {
  id: 'ad',
  kind: 'ldap',
  label: '域账号',
  directory: {
    find: async (account) => ({ issuer: 'ldap://dir.example', subject: account, name: `域中的${account}` }),
    check: async (_person, password) => password === 'Directory-1',
  },
};
let app: TestApp;
let admin: string;
/** Whether a feature refuses the sign-in, after the link was made. */
let isClosed = false;
const entering = () => async () => {
  if (isClosed) throw new Refusal('locked', { message: '暂不开放' });
};
beforeAll(async () => {
  const withDirectory = modules.map((module) => ({
    ...module,
    features: module.features.map((feature) =>
      feature.name === 'account' ? { ...feature, signInWays: () => [directory], entering } : feature,
    ),
  }));
  app = await openTestApp({ modules: withDirectory });
  admin = await app.admin();
});
afterAll(() => app.drop());

function login<Data = unknown>(account: string, password: string, more: Record<string, string>) {
  const day = dayOf(new Date());
  const form = new URLSearchParams({ username: encryptField(account, day), password: encryptField(password, day), ...more });
  return app.call<Data>(undefined, 'POST', 'login', form);
}
const enter = (subject: string) => login<{ ticket: string }>(subject, 'Directory-1', { method: 'ad' });
/** Signs in by the directory for the first time, and proves the local password. */
async function link<Data = unknown>(subject: string, { account }: Session) {
  const { code, data } = await enter(subject);
  expect(code).toBe(40305);
  return login<Data>(account, userPassword, { link: data.ticket });
}

async function noticesTo({ token }: Session): Promise<string[]> {
  const { data } = await app.call<{ items: { msgTitle: string; msgContent: string }[] }>(token, 'GET', 'sys/msg/list?index=0&limit=10');
  return data.items.map(({ msgTitle, msgContent }) => `${msgTitle} ${msgContent}`);
}
const told = (subject: string) =>
  expect.stringMatching(
    new RegExp(`^您的账号关联了其他账号 <p>您的账号关联了其他账号：“域中的${subject}”（来自 127\\.0\\.0\\.1）。.*解除不认识的关联`),
  );

it('a sign-in that links the account tells its owner once, and from where', async () => {
  const person = await app.userWith({});
  expect((await link('told', person)).code).toBe(20000);
  expect((await enter('told')).code).toBe(20000);
  expect(await noticesTo(person)).toEqual([told('told')]);
});

it('a link that stays although the sign-in was refused after it is told too', async () => {
  const person = await app.userWith({});
  isClosed = true;
  expect((await link('refused', person)).code).toBe(40002);
  isClosed = false;
  expect((await enter('refused')).code).toBe(20000);
  expect(await noticesTo(person)).toEqual([told('refused')]);
});

it('with a second factor the owner is told once that has been shown, when the link is made', async () => {
  const person = await app.userWith({});
  const post = <Data>(call: string, body: object) => app.call<Data>(person.token, 'POST', `sys/user/${call}`, body);
  const { secret } = (await post<TwoFactorSecret>('start-two-step', { password: userPassword })).data;
  await post('confirm-two-step', { code: secretCode(secret, new Date()) });
  const { code, data } = await link<{ ticket: string }>('factor', person);
  expect(code).toBe(40302);
  const before = await noticesTo(person);
  const shown = new URLSearchParams({ ticket: data.ticket, code: secretCode(secret, new Date(), 1) });
  expect((await app.call(undefined, 'POST', 'login/verify', shown)).code).toBe(20000);
  const after = await noticesTo(person);
  expect(after).toHaveLength(before.length + 1);
  expect(after).toContainEqual(told('factor'));
});

it('people to whom somebody else assigns accounts are told by whom, those of one call by one notice', async () => {
  const people = [await app.userWith({}), await app.userWith({})];
  const rows = people.map(({ userId }, at) => ({
    loginMethod: 'corp',
    issuer: 'https://id.example',
    subject: `assigned-${at}`,
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

it('somebody who assigns one to themselves is told from where: it may be done at their open browser', async () => {
  const person = await app.userWith({ 'sys/linked-account': ['write'], 'sys/user': ['read'] });
  const row = { loginMethod: 'corp', issuer: 'https://id.example', subject: 'own', externalName: '自己', sysUserId: person.userId };
  expect((await app.call(person.token, 'POST', 'sys/linked-account/save', row)).code).toBe(20000);
  expect(await noticesTo(person)).toEqual([expect.stringMatching(/^您的账号关联了其他账号 .*（来自 127\.0\.0\.1）/)]);
});
