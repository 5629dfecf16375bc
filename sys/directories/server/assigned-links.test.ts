import { modules } from '@back-office/app/server/modules.ts';
import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import type { Directory, DirectoryPerson } from '@back-office/server/office/directory.ts';
import type { SignInWay } from '@back-office/server/identity/ways/sign-in-way.ts';
import { dayOf, encryptField } from '@back-office/server/testing/seal-values.ts';
import { openTestApp, type Session, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const issuer = 'ldap://corp';
let people: DirectoryPerson[] = [];
const methods: SignInWay[] = [
  {
    id: 'corp',
    kind: 'ldap',
    label: '公司目录',
    directory: {
      find: (account) => Promise.resolve({ issuer, subject: account, name: account }),
      check: (_person, password) => Promise.resolve(password === 'Directory-1'),
    },
  },
];
const corp: Directory = { id: 'corp', label: '公司目录', issuer, read: () => Promise.resolve({ people, departments: [] }) };
const entry = (subject: string, groups: string[] = []): DirectoryPerson => ({ subject, account: subject, groups, isDisabled: false });

describe('a directory', () => {
  let app: TestApp;
  let admin: string;
  let manager: Session;
  let directoryId: string;
  let orgId: string;
  const roles = { strong: '', weak: '' };
  beforeAll(async () => {
    const withCorp = modules.map((module) => ({
      ...module,
      features: module.features.map((feature) =>
        feature.name === 'account' ? { ...feature, directories: () => [corp], signInWays: () => methods } : feature,
      ),
    }));
    app = await openTestApp({ modules: withCorp });
    admin = await app.admin();
    manager = await app.userWith({ 'sys/linked-account': ['write'], 'sys/user': ['read', 'edit'], 'sys/role': ['read'] });
    orgId = String((await save('sys/org', { orgName: '总公司', orgCode: 'head' })).id);
    for (const code of ['strong', 'weak'] as const) roles[code] = String((await save('sys/role', { roleName: code, roleCode: code })).id);
    const strength = `INSERT INTO sys_role_function
      SELECT $1, id, 'delete' FROM sys_function WHERE function_component = 'sys/dict/list' ORDER BY id LIMIT 1`;
    expect((await app.database.pool.query(strength, [roles.strong])).rowCount).toBe(1);
    const row = { directoryName: '公司目录', loginMethod: 'corp', sysOrgId: orgId, directoryStatus: '停用' };
    directoryId = String((await save('sys/directory', { ...row, groupRoles: '财务=strong\n全员=weak' })).id);
  });
  afterAll(() => app.drop());

  const save = async (resource: string, row: object, token = admin): Promise<AnyRow> => {
    const { code, message, data } = await app.call(token, 'POST', `${resource}/save`, row);
    expect([code, message]).toEqual([20000, '操作成功']);
    return data;
  };
  const run = async () => {
    expect((await app.call(admin, 'POST', `sys/directory/run/${directoryId}`)).code).toBe(20000);
    await app.server.jobs.runDue();
    return (await app.call(admin, 'GET', `sys/directory/select/${directoryId}`)).data;
  };
  const person = async (id: string) => (await app.call(admin, 'GET', `sys/user/select/${id}`)).data;
  const rolesOf = async (id: string) => new Set((await person(id))['sysRoleIds'] as string[]);
  const link = (token: string, subject: string, { userId: sysUserId }: Session) =>
    save('sys/linked-account', { externalName: subject, loginMethod: 'corp', issuer, subject, sysUserId }, token);

  it('gives the owner of a link only roles and an organisation that whoever assigned it may give too, and still disables who leaves', async () => {
    const weak = await app.userWith({});
    const own = await rolesOf(weak.userId);
    const { id } = await link(manager.token, 's-finance', weak);
    people = [{ ...entry('s-finance', ['财务']), name: '财务小张' }, entry('s-other')];
    const refused = '角色和机构未同步：指定其关联账号的人不能授予（不能授予自己没有的权限：delete）';
    expect(await run()).toMatchObject({ lastStatus: '成功', lastMessage: expect.stringContaining(`财务小张：${refused}`) });
    expect(await person(weak.userId)).toMatchObject({ userName: '财务小张', sysOrgId: null });
    expect(await rolesOf(weak.userId)).toEqual(own);
    // The run knows them by now: without the link, it still knows who had said so.
    expect((await app.call(manager.token, 'DELETE', `sys/linked-account/delete/${id}`)).code).toBe(20000);
    await run();
    expect(await rolesOf(weak.userId)).toEqual(own);
    people = [entry('s-finance', ['全员']), entry('s-other')];
    await run();
    expect(await rolesOf(weak.userId)).toEqual(own.union(new Set([roles.weak])));
    people = [entry('s-other')];
    await run();
    expect(await person(weak.userId)).toMatchObject({ userStatus: '停用' });
  });

  it('gives them to somebody whom an administrator linked, and to people whom it added itself', async () => {
    const other = await app.userWith({});
    await link(admin, 's-given', other);
    people = [entry('s-given', ['财务']), entry('s-added')];
    await run();
    people = [entry('s-given', ['财务']), entry('s-added', ['财务'])];
    await run();
    expect(await rolesOf(other.userId)).toContain(roles.strong);
    expect(await person(other.userId)).toMatchObject({ sysOrgId: orgId });
    const { rows } = await app.database.pool.query("SELECT sys_user_id, assigned_by FROM sys_linked_account WHERE subject = 's-added'");
    expect(rows).toEqual([{ sys_user_id: expect.any(String), assigned_by: null }]);
    expect(await rolesOf(rows[0].sys_user_id)).toContain(roles.strong);
    // Nobody could have opened their account before: they are told of no link.
    const { rowCount } = await app.database.pool.query('SELECT FROM sys_msg WHERE target_ids::text LIKE $1', [`%${rows[0].sys_user_id}%`]);
    expect(rowCount).toBe(0);
  });

  it('keeps the account that it made for an employee who links another, and disables that account when they leave', async () => {
    const second = await app.userWith({});
    people = [entry('s-leaver'), entry('s-other')];
    await run();
    const enter = async (account: string, password: string, more: Record<string, string>) => {
      const day = dayOf(new Date());
      const form = new URLSearchParams({ username: encryptField(account, day), password: encryptField(password, day), ...more });
      return app.call<LoginAnswer & { ticket: string }>(undefined, 'POST', 'login', form);
    };
    const { data: first } = await enter('s-leaver', 'Directory-1', { method: 'corp' });
    const made = first.roles.userId;
    const { data: own } = await app.call<AnyRow[]>(first.credentials.accessToken, 'GET', 'sys/linked-account/select-own');
    const refused = await app.call(first.credentials.accessToken, 'POST', `sys/linked-account/end-own/${own[0]?.id}`, {});
    expect(refused).toMatchObject({ code: 40300, message: '由目录同步管理，请联系管理员解除关联' });
    expect((await app.call(manager.token, 'DELETE', `sys/linked-account/delete/${own[0]?.id}`)).code).toBe(20000);
    const asked = await enter('s-leaver', 'Directory-1', { method: 'corp' });
    expect(asked.code).toBe(40305);
    expect((await enter(second.account, userPassword, { link: asked.data.ticket })).data.roles.userId).toBe(second.userId);
    const conflict = '本人已关联其他用户，仍同步原来的用户；如需更换，请在“关联账号”中删除后重新指定';
    expect(await run()).toMatchObject({ lastMessage: expect.stringContaining(conflict) });
    people = [entry('s-other')];
    await run();
    expect(await person(made)).toMatchObject({ userStatus: '停用' });
  });
});
