import type { Option } from '@back-office/contract/calls/options.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
  await save('sys/dept', 'stray', { deptName: '外派组', sysOrgId: ids['south'], parentId: ids['finance'], deptSort: 3 });
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

it('names the records that are asked for by id, also those that may no longer be chosen', async () => {
  const { data } = await app.call(admin, 'POST', 'sys/dept/save', { deptName: '撤销部', sysOrgId: ids['north'], deptStatus: '停用' });
  const named = async (query: string) => (await choices(query)).map(({ label }) => label).toSorted();
  expect(await named('')).not.toContain('撤销部');
  expect(await named(`id=${data.id}`)).toEqual(['撤销部']);
  expect(await named(`id=${data.id}&id=${ids['cash'] ?? ''}`)).toEqual(['出纳组', '撤销部']);
  expect(await named('id=nothing')).toEqual([]);
});
