import type { FunctionNode } from '@back-office/contract/calls/login.ts';
import type { RightsAnswer } from '@back-office/contract/calls/rights.ts';
import { Staff } from '@back-office/app/testing/server/staff.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { peopleWhoMay } from '@back-office/server/identity/rights/people-who-may.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const pages = ['sys/user', 'sys/role', 'sys/org', 'sys/dict', 'sys/sms'];
const size = pages.length + 3;

let app: TestApp;
let staff: Staff;
let person: Session;
let functions: string[];
beforeAll(async () => {
  app = await openTestApp();
  staff = new Staff(app);
  await app.database.pool.query('DELETE FROM sys_function');
  const groups = Array.from({ length: size - pages.length }, (_, at) => `group${at}`);
  functions = await Promise.all([...pages, ...groups].map((name) => staff.functionOf(name)));
  const grants = Object.fromEntries(pages.map((name) => [name, ['read']]));
  person = await staff.signedIn(await staff.org(), [await staff.role({ dataScope: '全部', grants })]);
});
afterAll(() => app.drop());

/** Functions in any order, each below an earlier one or below none. */
const trees = fc.record({
  order: fc.shuffledSubarray([...Array(size).keys()], { minLength: size }),
  rows: fc.array(
    fc.record({
      parent: fc.option(fc.nat({ max: size - 1 }), { freq: 4 }),
      status: fc.constantFrom('正常', '正常', '正常', '停用'),
      isHidden: fc.constantFrom('是', '否'),
    }),
    { minLength: size, maxLength: size },
  ),
});

const below = (node: FunctionNode): FunctionNode[] => [node, ...node.sysFunctions.flatMap(below)];

/** The pages that the person may read, by everything that says so. */
async function readable() {
  const admin = await app.admin();
  const mine = await app.call<FunctionNode[]>(person.token, 'GET', 'sys/function/select-user-functions');
  const theirs = await app.call<RightsAnswer>(admin, 'GET', `sys/user/select-rights/${person.userId}`);
  const asked = await Promise.all(pages.map((page) => app.call(person.token, 'GET', `${page}/select-page?limit=1`)));
  const found = await Promise.all(pages.map((resource) => peopleWhoMay(app.database.db, { resource, permission: 'read' })));
  const held = theirs.data.functions
    .filter(({ permissions }) => permissions.some((one) => one.held))
    .map(({ functionName }) => functionName);
  return {
    shown: pages.filter((page) => mine.data.flatMap(below).some((node) => node.functionComponent === `${page}/list`)),
    allowed: pages.filter((_page, at) => asked[at]?.code === 20000),
    explained: pages.filter((page) => held.includes(page)),
    reached: pages.filter((page) => theirs.data.reaches.some(({ resource }) => resource === page)),
    found: pages.filter((_page, at) => found[at]?.includes(person.userId)),
  };
}

it('rights count for exactly those functions that the menu shows, whatever stands above them', async () => {
  await fc.assert(
    fc.asyncProperty(trees, async ({ order, rows }) => {
      const planned = order.map((at, place) => {
        const parent = rows[place]?.parent ?? place;
        return { ...rows[place], id: functions[at], parent: parent < place ? functions[order[parent] ?? 0] : null };
      });
      await app.database.pool.query(
        `UPDATE sys_function f SET parent_id = x.parent, function_status = x.status, is_hidden = x."isHidden"
          FROM json_to_recordset($1) AS x(id uuid, parent uuid, status text, "isHidden" text) WHERE f.id = x.id`,
        [JSON.stringify(planned)],
      );
      const { shown, ...others } = await readable();
      expect(others).toEqual({ allowed: shown, explained: shown, reached: shown, found: shown });
    }),
    { seed: 20260, numRuns: 25, endOnFailure: true },
  );
});

describe.each<[string, { group?: object; change: (ids: { page: string; group: string; off: string }) => object }]>([
  ['a group of functions enabled', { group: { functionStatus: '停用' }, change: ({ group: id }) => ({ id, functionStatus: '正常' }) }],
  ['a group of functions disabled', { change: ({ group: id }) => ({ id, functionStatus: '停用' }) }],
  ['a group of functions moved below a disabled one', { change: ({ group: id, off: parentId }) => ({ id, parentId }) }],
  ['a function moved from below a disabled one', { group: { functionStatus: '停用' }, change: ({ page: id }) => ({ id, parentId: null }) }],
])('%s', (_name, { group = {}, change }) => {
  it('is refused to those who lack the rights that it gives or takes, and allowed to others', async () => {
    const admin = await app.admin();
    const add = async (row: object) => String((await app.call(admin, 'POST', 'sys/function/save', { rootPath: '/x', ...row })).data['id']);
    const ids = {
      group: await add({ functionName: '组', functionComponent: 'Layout', ...group }),
      off: await add({ functionName: '关', functionComponent: 'Layout', functionStatus: '停用' }),
      page: '',
    };
    const between = await add({ functionName: '中', functionComponent: 'Layout', parentId: ids.group });
    ids.page = await add({ functionName: '页', functionComponent: 'sys/sms/list', functionPermission: 'read', parentId: between });
    const held = await staff.role({ dataScope: '全部', grants: {} });
    await app.database.pool.query('INSERT INTO sys_role_function VALUES ($1, $2, $3)', [held, ids.page, 'read']);
    await staff.person(null, [held]);
    const row = change(ids) as { id: string };
    const save = async (more: Record<string, string[]>) => {
      const { token } = await app.userWith({ 'sys/function': ['read', 'edit'], ...more });
      const { version } = (await app.call(admin, 'GET', `sys/function/select/${row.id}`)).data;
      return app.call(token, 'POST', 'sys/function/save', { ...row, version });
    };
    expect(await save({})).toMatchObject({
      code: 40300,
      message: expect.stringMatching(/^不能(授予|收回)自己没有的权限：read$/) as string,
    });
    expect((await save({ 'sys/sms': ['read'] })).code).toBe(20000);
  });
});

describe('what somebody holds on a disabled function alone', () => {
  beforeAll(() => app.database.pool.query("UPDATE sys_function SET parent_id = NULL, function_status = '正常'"));
  const users = { 'sys/user': ['read', 'edit'] };
  /** A role that has 短信 by one of two functions of the same resource: the open one or the disabled one. */
  const roleBy = async (functionId: string, { dataScope = '全部', grants = users as Record<string, string[]>, status = '正常' } = {}) => {
    const role = await staff.role({ dataScope, grants, status });
    await app.database.pool.query('INSERT INTO sys_role_function VALUES ($1, $2, $3)', [role, functionId, 'read']);
    return role;
  };
  const twoFunctions = async (resource: string) => {
    const admin = await app.admin();
    const row = { functionName: resource, rootPath: '/x', functionPermission: 'read' };
    const add = async (more: object) => String((await app.call(admin, 'POST', 'sys/function/save', { ...row, ...more })).data['id']);
    return {
      open: await add({ functionComponent: `${resource}/list` }),
      disabled: await add({ functionComponent: `${resource}/view`, functionStatus: '停用' }),
    };
  };
  const reset = async ({ token }: Session, id: string) => (await app.call(token, 'PUT', `sys/user/reset-password/${id}`)).code;

  it('covers nothing that another holds today by a function of the same resource', async () => {
    const { open, disabled } = await twoFunctions('sys/sms');
    const holder = await staff.signedIn(null, [await roleBy(disabled)]);
    const other = await staff.person(null, [await roleBy(open)]);
    expect(await reset(holder, other)).toBe(40300);
  });

  it('covers no organisation that another reaches today', async () => {
    const { open, disabled } = await twoFunctions('sys/dept');
    const home = await staff.org();
    const own = [await roleBy(open, { dataScope: '本机构' }), await roleBy(disabled, { grants: {} })];
    const other = await staff.person(home, [await roleBy(open, { grants: {} })]);
    expect(await reset(await staff.signedIn(home, own), other)).toBe(40300);
  });

  it('covers no disabled role on an enabled function', async () => {
    const { open, disabled } = await twoFunctions('sys/dict');
    const holder = await staff.signedIn(null, [await roleBy(disabled)]);
    const role = await roleBy(open, { grants: {}, status: '停用' });
    const third = await staff.person(null, []);
    const { version } = (await app.call(await app.admin(), 'GET', `sys/user/select/${third}`)).data;
    const values = { id: third, version, sysRoleIds: [role] };
    expect((await app.call(holder.token, 'POST', 'sys/user/save', values)).code).toBe(40300);
  });
});
