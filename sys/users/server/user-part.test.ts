import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemIds } from '@back-office/server/identity/system-ids.ts';
import { openTestApp, type Session, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';

const every = ['read', 'add', 'edit', 'delete', 'import', 'write', 'admin'];
let app: TestApp;
let admin: string;
/** Has every right on users and roles, but is not an administrator. */
let manager: Session;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  manager = await app.userWith({ 'sys/user': every, 'sys/role': every, 'sys/function': every });
});
afterAll(() => app.drop());

const save = async (token: string, id: string | undefined, change: Record<string, unknown>, path = 'save') => {
  const version =
    id === undefined
      ? undefined
      : (await app.database.pool.query<{ version: number }>('select version from sys_user where id = $1', [id])).rows[0]?.version;
  const record = id === undefined ? change : { id, version, ...change };
  return app.call(token, 'POST', `sys/user/${path}`, path === 'save' ? record : [record]);
};
const denied = async (work: () => Promise<{ code: number; message: string }>) => {
  const before = await app.digest();
  expect((await work()).code).toBe(40300);
  expect(await app.digest()).toBe(before);
};

describe('the account admin', () => {
  /** Another administrator. */
  let second: Session;
  beforeAll(async () => {
    second = await app.userWith({});
    expect((await save(admin, second.userId, { sysRoleIds: [systemIds.adminRole] })).code).toBe(20000);
  });

  const changes: [string, Record<string, unknown>][] = [
    ['disabled', { userStatus: '停用' }],
    ['set back to awaiting approval', { userStatus: '待审核' }],
    ['renamed', { userAccount: 'chief' }],
    ['deprived of its role', { sysRoleIds: [] }],
  ];
  it.each(changes)('can never be %s, by anybody or through any call', async (_what, change) => {
    for (const token of [admin, manager.token, second.token])
      for (const path of ['save', 'save-batch']) await denied(() => save(token, systemIds.adminUser, change, path));
  });

  it('can never be deleted, alone or among others', async () => {
    const { userId } = await app.userWith({});
    for (const token of [admin, manager.token, second.token]) {
      await denied(() => app.call(token, 'DELETE', `sys/user/delete/${systemIds.adminUser}`));
      await denied(() => app.call(token, 'DELETE', `sys/user/delete-ids/${userId},${systemIds.adminUser}`));
    }
  });

  it('can be changed otherwise, but only by itself', async () => {
    expect((await save(admin, systemIds.adminUser, { userName: '总管' })).code).toBe(20000);
    for (const change of [{ userName: '他人' }, { userPassword: 'Taken-Horse-99' }, { userPhone: '13800000000' }])
      await denied(() => save(manager.token, systemIds.adminUser, change));
  });
});

describe('the role admin', () => {
  it('can be assigned only by administrators', async () => {
    const { userId } = await app.userWith({});
    await denied(() => save(manager.token, userId, { sysRoleIds: [systemIds.adminRole] }));
    await denied(() => save(manager.token, manager.userId, { sysRoleIds: [systemIds.adminRole] }));
    await denied(() => save(manager.token, undefined, { userAccount: 'new.chief', userName: '新', sysRoleIds: [systemIds.adminRole] }));
    await denied(() =>
      save(manager.token, undefined, { userAccount: 'new.chief', userName: '新', sysRoleIds: [systemIds.adminRole] }, 'save-batch'),
    );
    expect((await save(admin, userId, { sysRoleIds: [systemIds.adminRole] })).code).toBe(20000);
    await denied(() => save(manager.token, userId, { userPassword: 'Taken-Horse-99' }));
    await denied(() => app.call(manager.token, 'DELETE', `sys/user/delete/${userId}`));
  });

  it('cannot be changed or deleted', async () => {
    const { data } = await app.call(admin, 'GET', `sys/role/select/${systemIds.adminRole}`);
    for (const change of [{ roleCode: 'boss' }, { roleStatus: '停用' }])
      await denied(() => app.call(admin, 'POST', 'sys/role/save', { id: data.id, version: data.version, ...change }));
    expect([40300, 40900]).toContain((await app.call(admin, 'DELETE', `sys/role/delete/${systemIds.adminRole}`)).code);
  });
});

describe('a user', () => {
  it('gets a one-time password, shown once, if none is given', async () => {
    const { data } = await save(admin, undefined, { userAccount: 'one.time', userName: '一次' });
    expect(data['oneTimePassword']).toMatch(/^[A-HJ-NP-Za-km-z2-9]{16}$/);
    expect((await app.call(admin, 'GET', `sys/user/select/${data.id}`)).data).not.toHaveProperty('oneTimePassword');
    expect((await save(admin, data.id, { userName: '仍' })).data).not.toHaveProperty('oneTimePassword');
  });

  it.each(['short', 'admin123', '12345678', 'xxxxxxxxxx', 'x-policy.user-x'])('cannot get the password %j', async (password) => {
    expect(await save(admin, undefined, { userAccount: 'policy.user', userName: '策', userPassword: password })).toMatchObject({
      code: 40000,
      data: { fields: [{ field: 'userPassword' }] },
    });
  });

  it('cannot delete their own account', async () => {
    const second = await app.userWith({});
    expect((await save(admin, second.userId, { sysRoleIds: [systemIds.adminRole] })).code).toBe(20000);
    for (const { token, userId } of [manager, second]) {
      const answer = await app.call(token, 'DELETE', `sys/user/delete/${userId}`);
      expect(answer).toMatchObject({ code: 40300, message: '不能删除自己的账号' });
    }
  });

  it('is never returned with their password hash, in any call', async () => {
    for (const path of [`select/${manager.userId}`, 'select-page', `select-info/${manager.userId}`, 'select-roles', 'create']) {
      expect(JSON.stringify(await app.call(manager.token, 'GET', `sys/user/${path}`))).not.toMatch(
        /argon2|userPassword|passwordOnce|passwordTime/i,
      );
    }
  });
});

describe('the personal centre', () => {
  const info = (token: string, body: Record<string, unknown>) => app.call(token, 'PUT', 'sys/user/save-info', body);

  it('shows and changes a person’s own record without any right', async () => {
    const { token, userId } = await app.userWith({});
    const { data } = await app.call(token, 'GET', `sys/user/select-info/${userId}`);
    expect(data).toMatchObject({ id: userId, version: 1 });
    const saved = await info(token, { ...data, userName: '新名', userPhone: '13811112222', userEmail: 'a@b.cn', userGender: '女' });
    expect(saved).toMatchObject({ code: 20000, data: { userName: '新名', userPhone: '13811112222', version: 2 } });
    const current = { version: 2, userName: '新名', updateUserLabel: '新名', updateTime: expect.any(String) as unknown };
    const stale = { code: 40900, data: { conflict: 'version', current } };
    expect(await info(token, { id: userId, version: 1, userName: '旧版' })).toMatchObject(stale);
    const refusal = await info(token, { userName: '无版本' });
    expect([refusal.code, refusal.data]).toEqual([40000, { fields: [{ field: 'version', message: '修改时必须带上版本号' }] }]);
  });

  it('tells people neither what administrators noted about them nor why they were refused, in any of its answers', async () => {
    const { token, userId } = await app.userWith({});
    await app.database.pool.query("UPDATE sys_user SET user_remark = '待观察', refuse_reason = '资料不全' WHERE id = $1", [userId]);
    const { data } = await app.call(token, 'GET', `sys/user/select-info/${userId}`);
    const saved = await info(token, { version: 1, userName: '新名' });
    const stale = await info(token, { version: 1, userName: '旧版' });
    expect([saved.code, stale.code]).toEqual([20000, 40900]);
    expect(stale.data['current']).toEqual(saved.data);
    expect(Object.keys(saved.data)).toEqual(Object.keys(data));
    expect(JSON.stringify([data, saved, stale])).not.toMatch(/userRemark|refuseReason|待观察|资料不全/);
    // What a client read before this version may come back unchanged.
    expect((await info(token, { ...saved.data, userRemark: '待观察' })).code).toBe(20000);
  });

  it('gives no access to other people’s records', async () => {
    const [one, other] = [await app.userWith({}), await app.userWith({})];
    const before = await app.digest();
    for (const id of [other.userId, systemIds.adminUser, 'x'])
      expect((await app.call(one.token, 'GET', `sys/user/select-info/${id}`)).code).toBe(40400);
    expect((await info(one.token, { id: other.userId, version: 1, userName: '他人' })).code).toBe(40400);
    expect((await app.call(undefined, 'PUT', 'sys/user/save-info', {})).code).toBe(40003);
    expect(await app.digest()).toBe(before);
  });

  it.each([
    { userAccount: 'admin' },
    { userStatus: '停用' },
    { sysRoleIds: [systemIds.adminRole] },
    { userPassword: 'Taken-Horse-99' },
    { isAdmin: true },
    { createTime: '2020-01-01 00:00:00' },
    { userRemark: 'x' },
    { lastLoginTime: '2020-01-01 00:00:00' },
  ])('refuses to write %j', async (change) => {
    const { token } = await app.userWith({});
    const before = await app.digest();
    expect(await info(token, { version: 1, ...change })).toMatchObject({
      code: 40000,
      data: { fields: [{ field: Object.keys(change)[0] }] },
    });
    expect(await app.digest()).toBe(before);
  });
});

it('select-roles returns the roles and what they grant, and nothing more', async () => {
  const { token } = await app.userWith({ 'sys/org': ['read', 'print'] });
  const { data } = await app.call<{ roles: string[]; functions: { functionComponent: string; functionPermission: string }[] }>(
    token,
    'GET',
    'sys/user/select-roles',
  );
  expect(data.roles).toHaveLength(1);
  expect(data.functions).toMatchObject(
    [{ functionComponent: 'sys/org/list', functionPermission: 'print,read' }].map((row) => ({
      ...row,
      functionPermission: expect.stringMatching(/^(?:print,read|read,print)$/),
    })),
  );
  expect((await app.login('admin', userPassword)).code).toBe(40001);
});

describe('a password reset', () => {
  const reset = (token: string, id: string) => app.call<{ oneTimePassword: string }>(token, 'PUT', `sys/user/reset-password/${id}`);

  it('gives a one-time password, ends the person’s sessions, and is logged without the password', async () => {
    const person = await app.userWith({});
    const { code, data } = await reset(admin, person.userId);
    expect(code).toBe(20000);
    expect((await app.call(person.token, 'GET', 'sys/user/select-roles')).code).toBe(41003);
    expect((await app.login(person.account, userPassword)).code).toBe(40001);
    const { token } = await app.signIn(person.account, data.oneTimePassword);
    expect((await app.call(token, 'GET', 'sys/user/select-roles')).code).toBe(40301);
    const { rows } = await app.database.pool.query<{ line: string }>(
      "SELECT row_to_json(l)::text AS line FROM sys_log_opt l WHERE opt_type = '重置密码'",
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.line).not.toContain(data.oneTimePassword);
  });

  it('is refused for oneself, for people with more rights, and for people outside the data scope', async () => {
    const colleague = await app.userWith({ 'sys/msg': ['write'] });
    await denied(() => reset(manager.token, manager.userId));
    await denied(() => reset(manager.token, systemIds.adminUser));
    await denied(() => reset(manager.token, colleague.userId));
    const narrow = await app.userWith({ 'sys/user': ['edit'] }, { dataScope: '本人' });
    expect((await reset(narrow.token, colleague.userId)).code).toBe(40400);
  });
});
