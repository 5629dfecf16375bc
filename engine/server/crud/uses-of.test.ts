import type { Use } from '@back-office/contract/envelope.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

const save = async (name: string, record: Record<string, unknown>): Promise<string> =>
  (await app.call(admin, 'POST', `${name}/save`, record)).data.id;
const usesOf = (token: string, name: string, ids: readonly string[]) =>
  app.call<Use[]>(token, 'GET', `${name}/select-uses/${ids.join(',')}`);

it('tells where records are used before anybody deletes them, and changes nothing', async () => {
  const org = await save('sys/org', { orgName: '在用', orgCode: 'in-use' });
  const free = await save('sys/org', { orgName: '闲置', orgCode: 'idle' });
  await save('sys/user', { userAccount: 'uses-one', userName: '甲', sysOrgId: org });
  await save('sys/dept', { deptName: '部门', sysOrgId: org });
  const before = await app.digest();
  expect((await usesOf(admin, 'sys/org', [free])).data).toEqual([]);
  expect((await usesOf(admin, 'sys/org', [free, org])).data.map(({ title, label, count }) => [title, label, count])).toEqual([
    ['用户', '机构', 1],
    ['部门', '所属机构', 1],
  ]);
  expect(await app.digest()).toBe(before);
});

it('says the same as the refusal of a deletion, for words of a dictionary too', async () => {
  await save('sys/user', { userAccount: 'uses-two', userName: '乙', userGender: '女' });
  const { rows } = await app.database.pool.query<{ id: string }>(
    `select c.id from sys_dict c join sys_dict p on p.id = c.parent_id where p.dict_value = 'gender' and c.dict_value = '女'`,
  );
  const id = rows[0]?.id ?? '';
  const refusal = await app.call<{ uses: Use[] }>(admin, 'DELETE', `sys/dict/delete/${id}`);
  expect(refusal.code).toBe(40900);
  expect((await usesOf(admin, 'sys/dict', [id])).data).toEqual(refusal.data.uses);
});

it('says nothing of what its reader may not delete, or does not see', async () => {
  const org = await save('sys/org', { orgName: '他处', orgCode: 'elsewhere' });
  const { token } = await app.userWith({ 'sys/org': ['read', 'edit'] });
  expect((await usesOf(token, 'sys/org', [org])).code).toBe(40300);
  const hidden = await app.userWith({ 'sys/org': ['read', 'delete'] }, { dataScope: '本人' });
  expect((await usesOf(hidden.token, 'sys/org', [org])).code).toBe(40400);
  expect((await usesOf(admin, 'sys/org', ['no-id'])).code).toBe(40000);
});
