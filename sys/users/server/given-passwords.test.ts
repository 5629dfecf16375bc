import { openTestApp, type Session, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';
import { secretCode } from '@back-office/server/testing/secret-code.ts';
import { systemIds } from '@back-office/server/identity/system-ids.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const typed = 'Typed-Horse-42';
const refusal = '密码由他人设置，此后权限有变：请用邮件重置密码，或联系管理员';
const expireTime = new Date(Date.now() + 86_400_000).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' });
const closed = { code: 40002, message: refusal };

describe('a password that somebody set for another person', () => {
  let app: TestApp;
  let admin: string;
  let manager: Session;
  let strong: string;
  beforeAll(async () => {
    app = await openTestApp();
    admin = await app.admin();
    manager = await app.userWith({ 'sys/user': ['read', 'add', 'edit'], 'sys/role': ['read'], 'sys/dict': ['read'] });
    const { data } = await app.call(admin, 'POST', 'sys/role/save', { roleName: '财务总监', roleCode: 'cfo' });
    strong = String(data['id']);
    await app.database.pool.query(
      `INSERT INTO sys_role_function
        SELECT $1, id, 'delete' FROM sys_function WHERE function_component = 'sys/dict/list' ORDER BY id LIMIT 1`,
      [strong],
    );
  });
  afterAll(() => app.drop());

  const add = async (token: string, userAccount: string, more: object = { userPassword: typed }) => {
    const { code, data } = await app.call(token, 'POST', 'sys/user/save', { userAccount, userName: '新人', ...more });
    expect(code).toBe(20000);
    return data;
  };
  const promote = async (id: string) => {
    const { version } = (await app.call(admin, 'GET', `sys/user/select/${id}`)).data;
    expect((await app.call(admin, 'POST', 'sys/user/save', { id, version, sysRoleIds: [strong] })).code).toBe(20000);
  };
  const change = (token: string, oldPassword: string, newPassword: string) =>
    app.call(token, 'PUT', 'sys/user/update-password', new URLSearchParams({ oldPassword, newPassword }));

  it('opens the account until its owner has rights that whoever set it lacks, and proves nothing to an open session either', async () => {
    const { id } = await add(manager.token, 'given.typed');
    const { token } = await app.signIn('given.typed', typed);
    await promote(String(id));
    expect(await app.login('given.typed', typed)).toMatchObject(closed);
    expect((await app.login('given.typed', 'Wrong-Horse-42')).code).toBe(40001);
    expect(await change(token, typed, 'Chosen-Horse-42')).toMatchObject({
      code: 40000,
      data: { fields: [{ field: 'oldPassword', message: refusal }] },
    });
    await app.call(token, 'POST', 'session/lock');
    expect(await app.call(token, 'POST', 'session/unlock', { password: typed })).toMatchObject({ code: 40000 });
    const { data } = await app.call<{ oneTimePassword: string }>(admin, 'PUT', `sys/user/reset-password/${id}`);
    const again = await app.signIn('given.typed', data.oneTimePassword);
    expect((await change(again.token, data.oneTimePassword, 'Chosen-Horse-42')).code).toBe(20000);
    expect((await app.login('given.typed', 'Chosen-Horse-42')).code).toBe(20000);
  });

  it('is refused likewise if it is a one-time password, of a new person or from a reset', async () => {
    const added = await add(manager.token, 'given.once', {});
    const reset = await add(manager.token, 'given.reset', {});
    const { data } = await app.call<{ oneTimePassword: string }>(manager.token, 'PUT', `sys/user/reset-password/${reset.id}`);
    for (const { id } of [added, reset]) await promote(String(id));
    expect(await app.login('given.once', String(added['oneTimePassword']))).toMatchObject(closed);
    expect(await app.login('given.reset', data.oneTimePassword)).toMatchObject(closed);
  });

  it('is that of whoever set it also after its owner was deleted and restored', async () => {
    const { id } = await add(admin, 'given.restored');
    const { data } = await app.call<{ oneTimePassword: string }>(manager.token, 'PUT', `sys/user/reset-password/${id}`);
    expect((await app.call(admin, 'DELETE', `sys/user/delete/${id}`)).code).toBe(20000);
    const kept = await app.call<{ items: { id: string }[] }>(admin, 'GET', 'sys/recycle/select-page?index=0&limit=1');
    expect((await app.call(admin, 'POST', `sys/recycle/restore/${kept.data.items[0]?.id}`)).code).toBe(20000);
    await promote(String(id));
    expect(await app.login('given.restored', data.oneTimePassword)).toMatchObject(closed);
  });

  it('proves nothing for what outlives it, not even with a second factor, until its owner chooses another', async () => {
    const { id } = await add(manager.token, 'given.plants');
    const { token } = await app.signIn('given.plants', typed);
    const key = { tokenName: '同步', tokenRights: ['sys/dict:delete'], expireTime };
    const make = (by: string, proof: object) => app.call(by, 'POST', 'sys/token/save-own', { ...key, ...proof });
    const first = '密码由他人设置，请先修改密码';
    expect(await make(token, { password: typed })).toMatchObject({
      code: 40000,
      data: { fields: [{ field: 'password', message: first }] },
    });
    const { data } = await app.call<{ secret: string }>(token, 'POST', 'sys/user/start-two-step', { password: typed });
    const confirmed = await app.call(token, 'POST', 'sys/user/confirm-two-step', { code: secretCode(data.secret, new Date()) });
    expect(confirmed.code).toBe(20000);
    const proof = { code: secretCode(data.secret, new Date(), 1) };
    expect(await make(token, proof)).toMatchObject({ code: 40000, message: first });
    await promote(String(id));
    expect(await make(token, proof)).toMatchObject({ code: 40000, message: refusal });
    await app.database.pool.query('DELETE FROM sys_user_role WHERE owner_id = $1', [id]);
    const changed = await change(token, typed, 'Chosen-Horse-42');
    const { accessToken } = (changed.data as unknown as { credentials: { accessToken: string } }).credentials;
    // The code was not used up.
    expect(await make(accessToken, proof)).toMatchObject({ code: 20000 });
  });

  it('makes no key in 接口密钥 either, which asks for no proof', async () => {
    const { id } = await add(manager.token, 'given.keys');
    const { token } = await app.signIn('given.keys', typed);
    const keeper = await app.userWith({ 'sys/token': ['write'] });
    await app.database.pool.query('INSERT INTO sys_user_role SELECT $1, target_id FROM sys_user_role WHERE owner_id = $2', [
      id,
      keeper.userId,
    ]);
    const key = { tokenName: '同步', sysUserId: id, tokenRights: ['sys/dict:delete'], expireTime };
    const refused = { code: 40300, message: refusal };
    expect(await app.call(token, 'POST', 'sys/token/save', key)).toMatchObject(refused);
    expect(await app.call(token, 'POST', 'sys/token/save-batch?dryRun=true', [key])).toMatchObject(refused);
    await app.database.pool.query('UPDATE sys_user SET password_giver = NULL WHERE id = $1', [id]);
    expect(await app.call(token, 'POST', 'sys/token/save', key)).toMatchObject({ code: 20000 });
  });

  it('stays good if its owner has chosen another since, or an administrator set it', async () => {
    const [own, given] = [await add(manager.token, 'given.own'), await add(admin, 'given.admin')];
    const { token } = await app.signIn('given.own', typed);
    expect((await change(token, typed, 'Chosen-Horse-42')).code).toBe(20000);
    const own2 = await app.userWith({ 'sys/user': ['read', 'edit'] });
    const { version } = (await app.call(own2.token, 'GET', `sys/user/select/${own2.userId}`)).data;
    const typing = { id: own2.userId, version, userPassword: 'Chosen-Horse-43' };
    expect((await app.call(own2.token, 'POST', 'sys/user/save', typing)).code).toBe(20000);
    for (const id of [own.id, given.id, own2.userId]) await promote(String(id));
    expect((await app.login('given.own', 'Chosen-Horse-42')).code).toBe(20000);
    expect((await app.login('given.admin', typed)).code).toBe(20000);
    expect((await app.login(own2.account, 'Chosen-Horse-43')).code).toBe(20000);
  });

  it('is judged by the roles of whoever set it even when they are disabled, and by nothing once they are deleted', async () => {
    const rights = { 'sys/user': ['read', 'add', 'edit', 'delete'], 'sys/role': ['read'] };
    const [leaver, weak, later] = [await app.userWith(rights), await app.userWith({ 'sys/user': ['read'] }), await app.userWith({})];
    for (const { userId } of [weak, later]) {
      const { version } = (await app.call(leaver.token, 'GET', `sys/user/select/${userId}`)).data;
      const typing = { id: userId, version, userPassword: typed };
      expect((await app.call(leaver.token, 'POST', 'sys/user/save', typing)).code).toBe(20000);
    }
    await promote(later.userId);
    await app.database.pool.query("UPDATE sys_user SET user_status = '停用' WHERE id = $1", [leaver.userId]);
    expect((await app.login(weak.account, typed)).code).toBe(20000);
    expect(await app.login(later.account, typed)).toMatchObject(closed);
    expect((await app.call(admin, 'DELETE', `sys/user/delete/${leaver.userId}`)).code).toBe(20000);
    expect((await app.login(weak.account, typed)).code).toBe(20000);
    expect((await app.login(later.account, typed)).code).toBe(20000);
    expect((await app.login(manager.account, userPassword)).code).toBe(20000);
  });

  it('stays good if the administrator who set it is disabled', async () => {
    const { userId, token } = await app.userWith({});
    const own = (await app.call(admin, 'GET', `sys/user/select/${userId}`)).data;
    const roles = { id: userId, version: own['version'], sysRoleIds: [systemIds.adminRole] };
    expect((await app.call(admin, 'POST', 'sys/user/save', roles)).code).toBe(20000);
    const { id } = await add(token, 'given.chief');
    await promote(String(id));
    await app.database.pool.query("UPDATE sys_user SET user_status = '停用' WHERE id = $1", [userId]);
    expect((await app.login('given.chief', typed)).code).toBe(20000);
  });
});
