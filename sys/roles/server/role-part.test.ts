import { systemIds } from '@back-office/server/identity/system-ids.ts';
import { Staff } from '@back-office/app/testing/server/staff.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RoleReach } from '../role-reach.ts';

let app: TestApp;
let staff: Staff;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  staff = new Staff(app);
  admin = await app.admin();
});
afterAll(() => app.drop());

const readers = (dataScope = '本人', orgs: string[] = []) => staff.role({ dataScope, orgs, grants: { 'sys/dict': ['read'] } });
const change = async (resource: string, id: string, values: object, token = admin) => {
  const { version } = (await app.call(admin, 'GET', `sys/${resource}/select/${id}`)).data;
  return app.call(token, 'POST', `sys/${resource}/save`, { id, version, ...values });
};

describe('a person who holds a role', () => {
  const over = { code: 41003, message: '您的角色已被取消，请联系管理员' };

  it.each([
    ['their role is disabled', (role: string) => change('role', role, { roleStatus: '停用' })],
    ['it is taken from them', (_role: string, person: string) => change('user', person, { sysRoleIds: [] })],
  ])('is signed out once they have no enabled role left: %s', async (_how, take) => {
    const role = await readers();
    const { token, userId } = await staff.signedIn(null, [role]);
    expect((await take(role, userId)).code).toBe(20000);
    expect(await app.call(token, 'GET', 'sys/dict/select-page')).toMatchObject(over);
  });

  it('is signed out if theirs gets a state of the company’s own, in which it grants nothing', async () => {
    const [status] = (
      await app.database.pool.query<{ id: string }>("SELECT id FROM sys_dict WHERE dict_value = 'status' AND parent_id IS NULL")
    ).rows;
    const word = { parentId: status?.id, dictLabel: '冻结', dictValue: '冻结' };
    expect((await app.call(admin, 'POST', 'sys/dict/save', word)).code).toBe(20000);
    const role = await readers();
    const { token } = await staff.signedIn(null, [role]);
    expect((await change('role', role, { roleStatus: '冻结' })).code).toBe(20000);
    expect(await app.call(token, 'GET', 'sys/dict/select-page')).toMatchObject(over);
  });

  it('stays signed in if another role is enabled, or if theirs is only renamed or enabled again', async () => {
    const [role, other] = [await readers(), await readers()];
    const both = await staff.signedIn(null, [role, other]);
    expect((await change('role', role, { roleStatus: '停用' })).code).toBe(20000);
    expect((await change('role', other, { roleName: '改名' })).code).toBe(20000);
    expect((await app.call(both.token, 'GET', 'sys/dict/select-page')).code).toBe(20000);
    const nobody = await staff.signedIn(null, [role]);
    expect((await change('role', role, { roleStatus: '正常' })).code).toBe(20000);
    expect((await app.call(nobody.token, 'GET', 'sys/dict/select-page')).code).toBe(20000);
  });
});

it('the roles to choose from are the enabled ones, in their sort order', async () => {
  const save = async (roleName: string, more: object) =>
    expect((await app.call(admin, 'POST', 'sys/role/save', { roleName, roleCode: `chosen-${roleName}`, ...more })).code).toBe(20000);
  await save('b', { roleSort: 900_000 });
  await save('c', { roleSort: 900_001, roleStatus: '停用' });
  await save('a', { roleSort: 900_001 });
  const { data } = await app.call<{ roleName: string; roleCode: string }[]>(admin, 'GET', 'sys/role/select-roles');
  expect(data.filter(({ roleCode }) => roleCode.startsWith('chosen-')).map(({ roleName }) => roleName)).toEqual(['b', 'a']);
});

it('nobody can create a role with the administrators’ code, or one with a data scope beyond their own', async () => {
  const { token } = await app.userWith({ 'sys/role': ['add', 'edit'], 'sys/org': ['read'] }, { dataScope: '本机构' });
  const save = (values: object) => app.call(token, 'POST', 'sys/role/save', { roleName: '新', roleCode: 'new', ...values });
  expect(await save({ roleCode: 'Admin', dataScope: '本人' })).toMatchObject({
    code: 40900,
    data: { conflict: 'unique', fields: ['roleCode'] },
  });
  expect(await save({ dataScope: '本机构及下级' })).toMatchObject({ code: 40300, message: '不能授予超出自己的数据范围' });
  expect((await save({ dataScope: '本机构' })).code).toBe(20000);
});

it('nobody can change the administrators’ role, nor, unless an administrator, a role they hold themselves', async () => {
  const own = await staff.role({ dataScope: '全部', grants: { 'sys/role': ['read', 'edit', 'delete'] } });
  const holder = await staff.signedIn(null, [own]);
  const ways = (token: string, id: string) => [
    change('role', id, { roleRemark: '改' }, token),
    app.call(token, 'POST', `sys/function/save-role-functions?sysRoleId=${id}`, []),
    app.call(token, 'DELETE', `sys/role/delete/${id}`),
  ];
  const before = await app.digest();
  for (const [token, id, message] of [
    [holder.token, own, '不能修改自己拥有的角色'],
    [holder.token, systemIds.adminRole, '不能修改管理员角色'],
    [admin, systemIds.adminRole, '不能修改管理员角色'],
  ] as const)
    for (const answer of await Promise.all(ways(token, id))) expect(answer).toMatchObject({ code: 40300, message });
  expect(await app.digest()).toBe(before);
});

describe('the data reach of a role', () => {
  const reachOf = async (id: string, token = admin) => (await app.call<RoleReach>(token, 'GET', `sys/role/select-reach/${id}`)).data;

  it('lists, by data scope, the organisations it names or those of its enabled holders, and counts descendants', async () => {
    const head = await staff.org();
    const [left, right] = [await staff.org(head), await staff.org(head)];
    await staff.org(left);
    const name = async (id: string) => (await app.call(admin, 'GET', `sys/org/select/${id}`)).data['orgName'];
    const plain = async (id: string, below: number) => ({ id, orgName: await name(id), below });
    const held = async (dataScope: string, orgs: string[] = []) => {
      const id = await readers(dataScope, orgs);
      await staff.person(head, [id]);
      await staff.person(right, [id], '停用');
      return id;
    };
    const nothing = { orgs: [], more: 0, hidden: false, holders: 1 };
    expect(await reachOf(await held('全部'))).toEqual({ ...nothing, dataScope: '全部' });
    expect(await reachOf(await held('本人'))).toEqual({ ...nothing, dataScope: '本人' });
    expect(await reachOf(await held('本机构'))).toEqual({ ...nothing, dataScope: '本机构', orgs: [await plain(head, 0)] });
    expect(await reachOf(await held('本机构及下级'))).toEqual({ ...nothing, dataScope: '本机构及下级', orgs: [await plain(head, 3)] });
    const named = await held('自定义', [left, right]);
    expect(await reachOf(named)).toEqual({ ...nothing, dataScope: '自定义', orgs: [await plain(left, 0), await plain(right, 0)] });
    // Of records outside the caller's data scope only their existence is reported.
    const near = await staff.role({ dataScope: '本机构', grants: { 'sys/role': ['read'], 'sys/org': ['read'] } });
    const { token } = await staff.signedIn(left, [near]);
    expect(await reachOf(named, token)).toMatchObject({ orgs: [await plain(left, 0)], hidden: true, more: 0 });
  });

  it('counts only the holders and descendants that the caller can see, and does not reveal where others are', async () => {
    const home = await staff.org();
    const away = await staff.org();
    for (const parent of [home, away]) await staff.org(parent);
    const id = await readers('本机构及下级');
    for (const org of [home, away, away]) await staff.person(org, [id]);
    const told = async (grants: Record<string, string[]>) => {
      const asker = await staff.role({ dataScope: '本机构', grants: { 'sys/role': ['read'], 'sys/org': ['read'], ...grants } });
      const { orgs, holders, hidden } = await reachOf(id, (await staff.signedIn(home, [asker])).token);
      return [orgs.map((org) => [org.id, org.below]), holders, hidden];
    };
    expect(await told({ 'sys/user': ['read'] })).toEqual([[[home, 0]], 1, true]);
    expect(await told({})).toEqual([[], 0, true]);
  });

  it('lists a hundred organisations at most, and counts the rest', async () => {
    const orgs = await Promise.all(Array.from({ length: 102 }, () => staff.org()));
    const reach = await reachOf(await readers('自定义', orgs));
    expect([reach.orgs.length, reach.more, reach.hidden]).toEqual([100, 2, false]);
  });
});

describe('the grants of a role', () => {
  const grant = (role: string, functions: unknown) =>
    app.call(admin, 'POST', `sys/function/save-role-functions?sysRoleId=${role}`, functions);
  const granted = async (role: string) =>
    (await app.call<{ id: string; functionPermission: string }[]>(admin, 'GET', `sys/function/select-role-functions?sysRoleId=${role}`))
      .data;

  it('are replaced on save, given as page ids or with some of a page’s permissions, and the change is logged', async () => {
    const role = await readers();
    const page = await staff.functionOf('sys/sms');
    const whole = 'read,add,edit,delete,import,export,restore,send';
    expect(await grant(role, [page])).toMatchObject({ code: 20000, data: [{ id: page, functionPermission: whole }] });
    const some = [{ id: page, functionPermission: 'read' }];
    expect((await grant(role, [{ id: page.toUpperCase(), functionPermission: ' read, ,read' }])).data).toEqual(some);
    expect(await granted(role)).toEqual(some);
    const { rows } = await app.database.pool.query(
      "SELECT opt_target, opt_changes FROM sys_log_opt WHERE opt_type = '授权' AND target_id = $1 ORDER BY opt_time DESC LIMIT 1",
      [role],
    );
    expect(rows[0]).toMatchObject({
      opt_target: (await app.call(admin, 'GET', `sys/role/select/${role}`)).data['roleName'],
      opt_changes: [{ label: 'sys/sms', before: whole, after: 'read' }],
    });
  });

  it('are saved by the first of two editors; the second gets a conflict until they have read that change', async () => {
    const role = await readers();
    const [mine, theirs] = [await staff.functionOf('sys/sms'), await staff.functionOf('sys/msg')];
    const before = await granted(role);
    const withMine = [...before, { id: mine, functionPermission: 'send,read' }];
    const withTheirs = [...before, { id: theirs, functionPermission: 'read' }];
    expect((await grant(role, { functions: withMine, before })).code).toBe(20000);
    const refused = {
      code: 40900,
      data: { conflict: 'version', current: { functions: expect.arrayContaining(withMine) as unknown } },
      message: '授权已被他人修改，请刷新后重试',
    };
    expect(await grant(role, { functions: withTheirs, before })).toMatchObject(refused);
    const { version } = (await app.call(admin, 'GET', `sys/role/select/${role}`)).data;
    const both = { role: { id: role, version, roleName: '两人' }, functions: withTheirs, before };
    expect(await app.call(admin, 'POST', 'sys/role/save-authorization', both)).toMatchObject(refused);
    expect((await app.call(admin, 'GET', `sys/role/select/${role}`)).data).toMatchObject({ version });
    // The order of functions and permissions does not matter.
    const known = withMine.map(({ id, functionPermission }) => ({
      id,
      functionPermission: functionPermission.split(',').toReversed().join(),
    }));
    expect((await grant(role, { functions: [...withMine, ...withTheirs.slice(-1)], before: known.toReversed() })).code).toBe(20000);
    // Without `before`, whatever is stored is replaced (docs/wire.md "Specific calls").
    expect(await grant(role, before)).toMatchObject({ code: 20000, data: before });
  });

  it.each<[string, (page: string) => unknown, number, string?]>([
    ['an unknown field beside the functions', (page) => ({ functions: [page], before: [], x: 1 }), 40000, '未知字段'],
    ['previously read functions that are not a list', (page) => ({ functions: [page], before: {} }), 40010],
    ['the same function twice', (page) => [page, { id: page.toUpperCase(), functionPermission: 'read' }], 40000, '同一个功能出现了多次'],
    ['a function that does not exist', () => ['01900000-0000-7000-8000-000000000000'], 40000, '功能不存在或已被删除'],
    [
      'a permission that the function does not have',
      (page) => [{ id: page, functionPermission: 'fly' }],
      40000,
      '功能“sys/sms”没有权限 fly',
    ],
    ['permissions that are not text', (page) => [{ id: page, functionPermission: ['read'] }], 40000, '权限应为文本'],
    ['an unknown field of a function', (page) => [{ id: page, roleName: 'x' }], 40000, '未知字段'],
    ['a function without an id', () => [{ functionPermission: 'read' }], 40000, '功能编号格式不正确'],
    ['an object instead of a list', (page) => ({ id: page }), 40010],
    ['too many functions', (page) => Array.from({ length: 5001 }, () => page), 40000, '一次最多授权 5,000 个功能'],
  ])('are unchanged after a refused save with %s', async (_what, functions, code, message) => {
    const role = await readers();
    const before = await granted(role);
    const answer = await grant(role, functions(await staff.functionOf('sys/sms')));
    expect(answer).toMatchObject({ code, ...(message === undefined ? {} : { message }) });
    expect(await granted(role)).toEqual(before);
  });
});
