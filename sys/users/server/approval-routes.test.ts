import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayOf, encryptField } from '@back-office/server/testing/seal-values.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

const password = 'Right-Horse-88';
let count = 0;
/** Registers a person and returns the account's record as an administrator sees it. */
async function registered() {
  const userAccount = `applicant-${(count += 1)}`;
  const values = { userAccount, userName: '王芳', password };
  const form = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, encryptField(value, dayOf(new Date()))]));
  await app.call(undefined, 'POST', 'register', form, { address: `10.18.${count}.1` });
  const { data } = await app.call<{ items: { id: string; version: number }[] }>(
    admin,
    'GET',
    `sys/user/select-page?eq=userAccount:${userAccount}`,
  );
  const [row] = data.items;
  if (row === undefined) throw new Error('Nobody was registered');
  return { ...row, userAccount };
}
const decide = (how: string, { id, version }: { id: string; version: number }, more = {}, token = admin) =>
  app.call(token, 'PUT', `sys/user/${how}/${id}`, { version, ...more });

describe('an account that awaits approval', () => {
  it('is approved once, which its history records', async () => {
    const row = await registered();
    expect(await decide('approve', row)).toMatchObject({ code: 20000, data: { id: row.id, userStatus: '正常', refuseReason: null } });
    expect((await app.login(row.userAccount, password)).code).toBe(20000);
    expect((await decide('approve', row)).code).toBe(40900);
    expect((await decide('approve', { ...row, version: row.version + 1 })).code).toBe(40000);
    const history = await app.call<{ optChanges: unknown[] }[]>(admin, 'GET', `sys/user/select-history/${row.id}`);
    expect(history.data[0]?.optChanges).toEqual([{ field: 'userStatus', label: '状态', before: '待审核', after: '正常' }]);
  });

  it('is refused with a reason that only the right password reveals, and can still be approved later', async () => {
    const row = await registered();
    expect(await decide('refuse', row, { reason: ' 不是本单位员工 ' })).toMatchObject({
      code: 20000,
      data: { userStatus: '已拒绝', refuseReason: '不是本单位员工' },
    });
    expect(await app.login(row.userAccount, 'wrong-password')).toMatchObject({ code: 40001, message: '账号或密码错误' });
    expect(await app.login(row.userAccount, password)).toMatchObject({ code: 40002, message: '账号申请未通过：不是本单位员工' });
    expect(await decide('approve', { ...row, version: row.version + 1 })).toMatchObject({ code: 20000, data: { refuseReason: null } });
    expect((await app.login(row.userAccount, password)).code).toBe(20000);
  });

  it.each([undefined, '', '  ', 7, 'x'.repeat(201)])('cannot be refused with the reason %j', async (reason) => {
    const row = await registered();
    const before = await app.digest();
    const { code, data } = await decide('refuse', row, { reason });
    expect([code, (data['fields'] as { field: string }[]).map(({ field }) => field)]).toEqual([40000, ['reason']]);
    expect(await app.digest()).toBe(before);
  });

  it('accepts only one of two concurrent decisions', async () => {
    const row = await registered();
    const codes = (await Promise.all([decide('approve', row), decide('refuse', row, { reason: '重复申请' })])).map(({ code }) => code);
    expect(codes.toSorted((one, other) => one - other)).toEqual([20000, 40900]);
  });
});

it('a plain save cannot refuse an account, and the refuse call cannot disable an approved one', async () => {
  const row = await registered();
  const saved = await app.call<{ fields: { field: string }[] }>(admin, 'POST', 'sys/user/save', {
    id: row.id,
    version: row.version,
    userStatus: '已拒绝',
  });
  expect([saved.code, saved.data.fields[0]?.field]).toEqual([40000, 'userStatus']);
  expect((await app.call(admin, 'POST', 'sys/user/save', { id: row.id, version: row.version, refuseReason: '无' })).code).toBe(40000);
  const { userId } = await app.userWith({});
  expect((await decide('refuse', { id: userId, version: 1 }, { reason: '离职' })).code).toBe(40000);
  const clerk = await app.userWith({ 'sys/user': ['read'] });
  expect((await decide('approve', row, {}, clerk.token)).code).toBe(40300);
});

it('nobody can rename themselves to look like the administrator', async () => {
  const { token, userId } = await app.userWith({});
  const rename = (userName: string, version = 1) => app.call(token, 'PUT', 'sys/user/save-info', { id: userId, version, userName });
  expect((await rename('系统管理员')).code).toBe(40000);
  expect((await rename('王管理')).code).toBe(20000);
});
