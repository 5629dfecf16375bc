import type { Option } from '@back-office/contract/calls/options.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

let app: TestApp;
let admin: string;
const ids: Record<string, string> = {};
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  const save = async (name: string, key: string, record: Record<string, unknown>): Promise<void> => {
    ids[key] = (await app.call(admin, 'POST', `${name}/save`, record)).data.id;
  };
  for (const org of ['north', 'south']) await save('sys/org', org, { orgName: org, orgCode: org });
  await save('sys/dept', 'finance', { deptName: '财务部', sysOrgId: ids['north'], deptSort: 1 });
  await save('sys/dept', 'cash', { deptName: '出纳组', sysOrgId: ids['north'], parentId: ids['finance'] });
  await save('sys/dept', 'other', { deptName: '财务部', sysOrgId: ids['south'], deptSort: 2 });
  // Old data: a department below one of another organisation.
  await save('sys/dept', 'stray', { deptName: '外派组', sysOrgId: ids['south'], deptSort: 3 });
  await app.database.pool.query('UPDATE sys_dept SET parent_id = $1 WHERE id = $2', [ids['finance'], ids['stray']]);
});
afterAll(() => app.drop());

const choices = async (query: string) => (await app.call<{ items: Option[] }>(admin, 'GET', `sys/dept/select-options?${query}`)).data.items;

it('labels choices with the organisation they belong to, or offers only those of one organisation', async () => {
  const all = await choices('within=sysOrgId');
  expect(all.filter(({ label }) => label === '财务部').map(({ withinLabel }) => withinLabel)).toEqual(['north', 'south']);
  expect((await choices(`within=sysOrgId:${ids['south'] ?? ''}`)).map(({ id }) => id)).toEqual([ids['other'], ids['stray']]);
  expect(await choices('')).toContainEqual(expect.objectContaining({ withinLabel: null }));
});

it('offers the tree of one organisation: a node whose parent belongs to another is at the top', async () => {
  const roots = await choices(`within=sysOrgId:${ids['south'] ?? ''}&parentId=`);
  expect(roots.map(({ label, hasChildren }) => [label, hasChildren])).toEqual([
    ['财务部', false],
    ['外派组', false],
  ]);
  const north = await choices(`within=sysOrgId:${ids['north'] ?? ''}&parentId=`);
  expect(north.map(({ label, hasChildren }) => [label, hasChildren])).toEqual([['财务部', true]]);
  const below = await choices(`within=sysOrgId:${ids['north'] ?? ''}&parentId=${ids['finance'] ?? ''}`);
  expect(below.map(({ label }) => label)).toEqual(['出纳组']);
});

it('refuses any other field, which would reveal data that the person may not read', async () => {
  for (const within of ['deptPhone', 'deptPhone:1', 'sysOrgId:x', 'toString', `sysOrgId:${ids['north'] ?? ''}:b`, ''])
    expect((await app.call(admin, 'GET', `sys/dept/select-options?within=${within}`)).code, within).toBe(40000);
});

it('reveals neither creator nor organisation of users to a person who only chooses among them', async () => {
  const { token } = await app.userWith({ 'sys/msg': ['add'] });
  expect((await app.call(token, 'GET', 'sys/user/select-options')).code).toBe(20000);
  for (const field of ['createUser', 'updateUser', 'sysOrgId', 'sysDeptId'])
    for (const within of [field, `${field}:${ids['north'] ?? ''}`])
      expect((await app.call(token, 'GET', `sys/user/select-options?within=${within}`)).code, within).toBe(40000);
  expect((await app.call(admin, 'GET', 'sys/dept/select-options?within=createUser')).code).toBe(40000);
});

describe('a record that names one of another organisation', () => {
  const post = (path: string, body: unknown) => app.call(admin, 'POST', path, body);
  const stored = async (resource: string, id: string | undefined) =>
    (await app.call<AnyRow>(admin, 'GET', `${resource}/select/${id}`)).data;
  let count = 0;
  const person = (values: Record<string, unknown>) => ({ userAccount: `in.${(count += 1)}`, userName: '张三', ...values });
  const refused = { code: 40000, data: { fields: [{ field: 'sysDeptId', message: '部门不属于所填的机构' }] } };

  it('is refused at that field by each way of saving, and accepted with its own organisation or none', async () => {
    const wrong = person({ sysOrgId: ids['south'], sysDeptId: ids['finance'] });
    expect(await post('sys/user/save', wrong)).toMatchObject(refused);
    const batch = [person({ sysOrgId: ids['south'], sysDeptId: ids['other'] }), person({ sysDeptId: ids['finance'] }), wrong];
    const { code, data } = await post('sys/user/save-batch', batch);
    expect([code, data['fields']]).toEqual([40000, [{ row: 2, ...refused.data.fields[0] }]]);
    expect((await post('sys/user/save-batch', batch.slice(0, 2))).code).toBe(20000);
    expect(await post('sys/dept/save', { deptName: '下级', sysOrgId: ids['south'], parentId: ids['finance'] })).toMatchObject({
      code: 40000,
      data: { fields: [{ field: 'parentId', message: '上级部门不属于所填的所属机构' }] },
    });
  });

  it('is refused whichever of the two is changed', async () => {
    const { data } = await post('sys/user/save', person({ sysOrgId: ids['north'], sysDeptId: ids['finance'] }));
    const { id, version } = data;
    for (const change of [{ sysOrgId: ids['south'] }, { sysDeptId: ids['other'] }]) {
      expect(await post('sys/user/save', { id, version, ...change })).toMatchObject(refused);
      const each = await app.call<{ results: AnyRow[] }>(admin, 'POST', 'sys/user/save-each', [{ id, version, ...change }]);
      expect(each.data.results).toMatchObject([{ refused }]);
    }
    const moved = await post('sys/user/save', { id, version, sysOrgId: ids['south'], sysDeptId: ids['other'] });
    expect(moved.code).toBe(20000);
    expect((await post('sys/user/save', { ...moved.data, sysOrgId: ids['north'], sysDeptId: null })).code).toBe(20000);
  });

  it('can be edited if it was stored so, as long as the edit changes neither', async () => {
    const stray = await stored('sys/dept', ids['stray']);
    const edited = await post('sys/dept/save', { ...stray, deptLeader: '王五' });
    expect(edited).toMatchObject({ code: 20000, data: { parentId: ids['finance'], sysOrgId: ids['south'] } });
    expect((await post('sys/dept/save', { ...edited.data, sysOrgId: ids['north'] })).code).toBe(20000);
  });

  it('is judged by what the same batch makes of the other', async () => {
    const dept = async (deptName: string, parentId?: string) =>
      (await post('sys/dept/save', { deptName, sysOrgId: ids['north'], parentId: parentId ?? null })).data;
    const above = await dept('上');
    const below = await dept('下', above.id);
    const moved = [above, below].map(({ id, version }) => ({ id, version, sysOrgId: ids['south'] }));
    expect((await post('sys/dept/save-batch', moved)).code).toBe(20000);
    const apart = [
      { ...moved[0], version: 2, sysOrgId: ids['north'] },
      { id: below.id, version: 2, parentId: ids['other'] },
    ];
    expect((await post('sys/dept/save-batch', apart)).code).toBe(20000);
    const back = [
      { ...moved[0], version: 3 },
      { deptName: '新', sysOrgId: ids['north'], parentId: above.id },
    ];
    expect(await post('sys/dept/save-batch', back)).toMatchObject({ code: 40000, data: { fields: [{ row: 1, field: 'parentId' }] } });
  });
});
