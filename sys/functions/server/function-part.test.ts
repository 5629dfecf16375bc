import type { FunctionNode } from '@back-office/contract/calls/login.ts';
import { Staff } from '@back-office/app/testing/server/staff.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let app: TestApp;
let staff: Staff;
let admin: string;
const ids: Record<string, string> = {};
beforeAll(async () => {
  app = await openTestApp();
  staff = new Staff(app);
  admin = await app.admin();
  await app.database.pool.query('DELETE FROM sys_function');
  const add = async (functionName: string, more: object = {}) => {
    const row = { functionName, rootPath: `/${functionName}`, functionComponent: 'Layout', ...more };
    const { code, message, data } = await app.call(admin, 'POST', 'sys/function/save', row);
    expect({ code, message }).toMatchObject({ code: 20000 });
    ids[functionName] = String(data['id']);
  };
  await add('late', { functionSort: 2 });
  await add('early', { functionSort: 1 });
  await add('users', { parentId: ids['late'], functionComponent: 'sys/user/list', functionPermission: 'read,edit' });
  await add('roles', { parentId: ids['late'], functionComponent: 'sys/role/list', functionPermission: 'read,edit' });
  await add('off', { functionStatus: '停用', functionSort: 3 });
  await add('below', { parentId: ids['off'], functionComponent: 'sys/dict/list', functionPermission: 'read' });
});
afterAll(() => app.drop());

type Shown = [name: string, permission: string | null, below: Shown[]];
const shown = (nodes: readonly FunctionNode[]): Shown[] =>
  nodes.map(({ functionName, functionPermission, sysFunctions }) => [functionName, functionPermission, shown(sysFunctions)]);
const tree = async (token: string, call: string) => shown((await app.call<FunctionNode[]>(token, 'GET', `sys/function/${call}`)).data);
const users: Shown = ['users', 'read,edit', []];
const roles: Shown = ['roles', 'read,edit', []];
const standing: Shown[] = [
  ['early', null, []],
  ['late', null, [users, roles]],
];

describe('the tree of functions', () => {
  it('is complete for those who manage it, in its order, with what is disabled', async () => {
    expect(await tree(admin, 'select-functions')).toEqual([...standing, ['off', null, [['below', 'read', []]]]]);
  });

  it('holds for an administrator all that is enabled, and nothing below a disabled function', async () => {
    expect(await tree(admin, 'select-user-functions')).toEqual(standing);
  });

  it('holds for others what their enabled roles grant, with their permissions and the groups that lead there', async () => {
    const role = async (grants: Record<string, string>, status?: string) => {
      const id = await staff.role({ dataScope: '全部', grants: {}, ...(status === undefined ? {} : { status }) });
      for (const [name, words] of Object.entries(grants))
        await app.database.pool.query('INSERT INTO sys_role_function VALUES ($1, $2, $3)', [id, ids[name], words]);
      return id;
    };
    const held = [await role({ users: 'read' }), await role({ users: 'read,edit', below: 'read' }), await role({ roles: 'read' }, '停用')];
    const { token } = await staff.signedIn(null, held);
    expect(await tree(token, 'select-user-functions')).toEqual([['late', null, [users]]]);
    expect((await app.call(token, 'GET', 'sys/function/select-functions')).code).toBe(40300);
  });
});

it('only an administrator can point a function to another page, to which its grants would then apply', async () => {
  const { token } = await app.userWith({ 'sys/function': ['read', 'edit'], 'sys/user': ['read', 'edit'], 'sys/role': ['read', 'edit'] });
  const save = async (by: string, values: object) => {
    const { version } = (await app.call(admin, 'GET', `sys/function/select/${ids['users']}`)).data;
    return app.call(by, 'POST', 'sys/function/save', { id: ids['users'], version, ...values });
  };
  const before = await app.digest();
  const refused = { code: 40300, message: '只有管理员可以修改功能的组件' };
  expect(await save(token, { functionComponent: 'sys/role/list' })).toMatchObject(refused);
  expect(await app.digest()).toBe(before);
  expect((await save(token, { functionComponent: 'sys/user/list', functionName: '人员' })).code).toBe(20000);
  expect((await save(admin, { functionComponent: 'sys/role/list' })).code).toBe(20000);
});
