import type { RightsAnswer } from '@back-office/contract/calls/rights.ts';
import { Staff } from '@back-office/app/testing/server/staff.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { systemIds } from '@back-office/server/identity/system-ids.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let app: TestApp;
let staff: Staff;
beforeAll(async () => {
  app = await openTestApp();
  staff = new Staff(app);
});
afterAll(() => app.drop());

it('names no organisation outside the caller’s data scope', async () => {
  const [home, elsewhere] = [await staff.org(), await staff.org()];
  const nameOf = async (id: string) => String((await app.call(await app.admin(), 'GET', `sys/org/select/${id}`)).data['orgName']);
  const [shown, hidden] = [await nameOf(home), await nameOf(elsewhere)];
  const wide = await staff.role({ dataScope: '自定义', grants: { 'sys/dept': ['read'] }, orgs: [home, elsewhere] });
  const colleague = await staff.person(home, [wide]);
  const narrow = await staff.role({ dataScope: '本机构', grants: { 'sys/user': ['read'], 'sys/org': ['read'] } });
  const { token } = await staff.signedIn(home, [narrow]);
  const rights = async (asker: string) => (await app.call<RightsAnswer>(asker, 'GET', `sys/user/select-rights/${colleague}`)).data;
  const asked = await rights(token);
  expect(JSON.stringify(asked)).not.toContain(hidden);
  expect(asked.roles[0]?.orgs).toEqual([shown, '不在您数据范围内的机构']);
  expect(asked.reaches[0]?.reach).toBe(`机构 ${shown}、不在您数据范围内的机构的数据`);
  expect((await rights(await app.admin())).roles[0]?.orgs.toSorted()).toEqual([shown, hidden].toSorted());
});

describe('the rights of a person', () => {
  const rightsOf = async (person: string) =>
    (await app.call<RightsAnswer>(await app.admin(), 'GET', `sys/user/select-rights/${person}`)).data;
  const nameOf = async (role: string) =>
    (await app.database.pool.query<{ name: string }>('SELECT role_name AS name FROM sys_role WHERE id = $1', [role])).rows[0]?.name ?? '';

  it('name the role that grants a permission, or what is missing for it', async () => {
    const grants = { 'sys/org': ['read'], 'sys/dept': ['write'], 'sys/sms': ['send'] };
    const held = await staff.role({ dataScope: '全部', grants });
    const off = await staff.role({ dataScope: '全部', grants: { 'sys/dict': ['read'] }, status: '停用' });
    const others = await staff.role({ dataScope: '全部', grants: { 'sys/role': ['read'] } });
    const [org, dept, dict, role, sms] = await Promise.all(
      ['sys/org', 'sys/dept', 'sys/dict', 'sys/role', 'sys/sms'].map((name) => staff.functionOf(name)),
    );
    await app.database.pool.query(`UPDATE sys_function SET function_status = '停用' WHERE id = $1`, [sms]);
    const { functions, admin, userStatus } = await rightsOf(await staff.person(await staff.org(), [held, off]));
    expect([admin, userStatus]).toEqual([false, '正常']);
    const of = (id: string | undefined, permission: string) =>
      functions.find((one) => one.id === id)?.permissions.find((one) => one.permission === permission);
    const [mine, disabled, theirs] = [await nameOf(held), await nameOf(off), await nameOf(others)];
    expect(of(org, 'read')).toEqual({ permission: 'read', held: true, through: [mine], missing: null });
    expect(of(org, 'add')).toEqual({ permission: 'add', held: false, through: [], missing: '没有任何角色授予此权限' });
    expect(of(dept, 'delete')).toMatchObject({ held: true, through: [mine] });
    expect(of(dict, 'read')).toMatchObject({ held: false, through: [], missing: `所属角色 ${disabled} 已停用` });
    expect(of(role, 'read')).toMatchObject({ held: false, missing: `未拥有授予此权限的角色：${theirs}` });
    expect(of(sms, 'send')).toMatchObject({ held: false, missing: `功能已停用（角色 ${mine} 已授予）` });
    expect(of(sms, 'read')).toMatchObject({ held: false, missing: '功能已停用' });
  });

  it('name the function above that is disabled', async () => {
    const held = await staff.role({ dataScope: '全部', grants: { 'sys/log-login': ['read'] } });
    const [page, group, top] = await Promise.all(['sys/log-login', 'group', 'top'].map((name) => staff.functionOf(name)));
    await app.database.pool.query(
      `UPDATE sys_function SET parent_id = CASE id WHEN $1 THEN $2::uuid WHEN $2 THEN $3::uuid END,
        function_status = CASE id WHEN $3 THEN '停用' ELSE '正常' END WHERE id IN ($1, $2, $3)`,
      [page, group, top],
    );
    const { functions, reaches } = await rightsOf(await staff.person(await staff.org(), [held]));
    const missing = `上级功能 top 已停用（角色 ${await nameOf(held)} 已授予）`;
    expect(functions.find(({ id }) => id === page)?.permissions[0]).toEqual({ permission: 'read', held: false, through: [], missing });
    expect(reaches).toEqual([]);
  });

  it('have the combined data scope of the enabled roles that grant something there', async () => {
    const role = (dataScope: string, more: object = {}) =>
      staff.role({ dataScope, grants: { 'sys/dept': ['read'], 'sys/dict': ['read'] }, ...more });
    const [own, below] = [await role('本人'), await role('本机构及下级', { grants: { 'sys/dept': ['edit'] } })];
    const off = await role('全部', { status: '停用' });
    const nothing = await role('全部', { grants: { 'sys/dept': [] } });
    const { reaches } = await rightsOf(await staff.person(await staff.org(), [own, below, off, nothing]));
    const of = (resource: string) => reaches.find((one) => one.resource === resource);
    expect(of('sys/dept')).toMatchObject({ title: '部门', reach: '本机构及下级，以及本人的数据' });
    expect(of('sys/dept')?.through.toSorted((one, other) => one.reach.localeCompare(other.reach))).toEqual(
      [
        { roleName: await nameOf(below), reach: '本机构及下级的数据' },
        { roleName: await nameOf(own), reach: '本人的数据' },
      ].toSorted((one, other) => one.reach.localeCompare(other.reach)),
    );
    expect(of('sys/dict')).toMatchObject({ reach: '全部数据（不分机构）' });
    expect(of('sys/org')).toBeUndefined();
    const blind = await rightsOf(await staff.person(await staff.org(), [await role('自定义')]));
    expect(blind.reaches.find(({ resource }) => resource === 'sys/dept')?.reach).toBe('没有可见的数据');
  });

  it('are complete for an administrator, whatever is granted', async () => {
    await staff.functionOf('sys/org');
    const { admin, reaches, functions } = await rightsOf(systemIds.adminUser);
    expect([admin, reaches]).toEqual([true, []]);
    const all = functions.flatMap(({ permissions }) => permissions);
    expect(all.length).toBeGreaterThan(8);
    expect(all.filter(({ held, through }) => !held || through.join() !== '管理员')).toEqual([]);
  });
});
