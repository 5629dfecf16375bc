import type { Use } from '@back-office/contract/envelope.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

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

it('reports where records are used before anybody deletes them, and changes nothing', async () => {
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

it('reports the same uses as a refused deletion, for dictionary entries too', async () => {
  await save('sys/user', { userAccount: 'uses-two', userName: '乙', userGender: '女' });
  const { rows } = await app.database.pool.query<{ id: string }>(
    `select c.id from sys_dict c join sys_dict p on p.id = c.parent_id where p.dict_value = 'gender' and c.dict_value = '女'`,
  );
  const id = rows[0]?.id ?? '';
  const refusal = await app.call<{ uses: Use[] }>(admin, 'DELETE', `sys/dict/delete/${id}`);
  expect(refusal.code).toBe(40900);
  expect((await usesOf(admin, 'sys/dict', [id])).data).toEqual(refusal.data.uses);
});

it('counts the records that the person sees, and says of hidden ones only that they exist', async () => {
  const org = await save('sys/org', { orgName: '他人所在', orgCode: 'of-others' });
  const role = await save('sys/role', { roleName: '大家的', roleCode: 'of-all', dataScope: '本人' });
  for (const name of ['hidden-1', 'hidden-2', 'hidden-3'])
    await save('sys/user', { userAccount: name, userName: name, sysOrgId: org, sysRoleIds: [role] });
  const told = async (grants: Record<string, string[]>, dataScope = '全部') => {
    const { token, userId } = await app.userWith({ 'sys/org': ['read', 'delete'], ...grants }, { dataScope });
    await app.database.pool.query('UPDATE sys_user SET sys_org_id = $1 WHERE id = $2', [org, userId]);
    const refusal = await app.call<{ uses: Use[] }>(token, 'DELETE', `sys/org/delete/${org}`);
    const { data } = await usesOf(token, 'sys/org', [org]);
    await app.database.pool.query('UPDATE sys_user SET sys_org_id = NULL WHERE id = $1', [userId]);
    expect([refusal.code, refusal.data.uses]).toEqual([40900, data]);
    return [data.map(({ title, count, hidden }) => [title, count, hidden]), refusal.message];
  };
  const some = '数据正在被使用，不能删除：用户 0 处（另有数据范围之外的）';
  expect(await told({ 'sys/user': ['read'] })).toEqual([[['用户', 4, undefined]], '数据正在被使用，不能删除：用户 4 处']);
  expect(await told({})).toEqual([[['用户', 0, true]], some]);
  const own = await app.userWith({ 'sys/role': ['read', 'delete'], 'sys/user': ['read'] }, { dataScope: '本人' });
  expect((await usesOf(own.token, 'sys/role', [role])).data).toMatchObject([{ title: '用户', count: 0, hidden: true }]);
});

it('reveals nothing about records that the person may not delete or cannot see', async () => {
  const org = await save('sys/org', { orgName: '他处', orgCode: 'elsewhere' });
  const { token } = await app.userWith({ 'sys/org': ['read', 'edit'] });
  expect((await usesOf(token, 'sys/org', [org])).code).toBe(40300);
  const hidden = await app.userWith({ 'sys/org': ['read', 'delete'] }, { dataScope: '本人' });
  expect((await usesOf(hidden.token, 'sys/org', [org])).code).toBe(40400);
  expect((await usesOf(admin, 'sys/org', ['no-id'])).code).toBe(40000);
});
