import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import type { RestoreAnswer } from '@back-office/contract/calls/recycle.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '../../platform/settings.ts';
import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { untilWaiting } from '../../testing/until-waiting.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

const save = async (resource: string, record: object): Promise<AnyRow> => {
  const { data, message, code } = await app.call(admin, 'POST', `${resource}/save`, record);
  expect([code, message]).toEqual([20000, '操作成功']);
  return data;
};
const remove = (resource: string, id: string, token = admin) => app.call(token, 'DELETE', `${resource}/delete/${id}`);
const bin = async (name: string, token = admin): Promise<AnyRow | undefined> =>
  (await app.call<PageAnswer<AnyRow>>(token, 'GET', `sys/recycle/select-page?like=recycleName:${encodeURIComponent(name)}`)).data.items[0];
const restore = (ids: string, token = admin) => app.call<RestoreAnswer>(token, 'POST', `sys/recycle/restore/${ids}`);
const select = (resource: string, id: string) => app.call(admin, 'GET', `${resource}/select/${id}`);
const makeOrg = (orgName: string, more: object = {}) =>
  save('sys/org', { orgName, orgCode: orgName.replaceAll(/\W/g, '') || 'x', ...more });

describe('a deleted record', () => {
  it('appears in the recycle bin with who deleted it and when, and is restored as it was', async () => {
    const org = await save('sys/org', { orgName: '华东分公司', orgCode: 'HD01', orgRemark: '备注' });
    await remove('sys/org', org.id);
    const kept = await bin('华东分公司');
    expect(kept).toMatchObject({ recycleModule: '机构', deleteUserLabel: '管理员' });
    expect((kept?.['expireTime'] as string) > (kept?.['deleteTime'] as string)).toBe(true);
    expect(JSON.stringify(kept)).not.toContain('content');

    expect((await restore(kept?.id ?? '')).data).toEqual({ restored: 1, leftOut: 0 });

    expect((await select('sys/org', org.id)).data).toMatchObject({ orgName: '华东分公司', orgRemark: '备注', version: 2 });
    expect(await bin('华东分公司')).toBeUndefined();
    const history = await app.call<{ optType: string }[]>(admin, 'GET', `sys/org/select-history/${org.id}`);
    expect(history.data.map(({ optType }) => optType)).toEqual(['恢复', '删除', '新增']);
  });

  it('of a user is restored with roles and password, but not with sessions', async () => {
    const role = await save('sys/role', { roleName: '会计', roleCode: 'kj', dataScope: '本人' });
    const user = await save('sys/user', { userAccount: 'zhang.san', userName: '张三', sysRoleIds: [role.id] });
    const session = await app.signIn('zhang.san', user['oneTimePassword'] as string);
    await remove('sys/user', user.id);
    expect((await app.login('zhang.san', user['oneTimePassword'] as string)).code).toBe(40001);

    await restore((await bin('张三'))?.id ?? '');

    expect((await select('sys/user', user.id)).data['sysRoleIds']).toEqual([role.id]);
    expect((await app.login('zhang.san', user['oneTimePassword'] as string)).code).toBe(20000);
    expect((await app.call(session.token, 'GET', 'sys/user/select-roles')).code).toBe(41003);
  });

  it('is restored without links to records deleted meanwhile, and the answer says so', async () => {
    const role = await save('sys/role', { roleName: '出纳', roleCode: 'cn', dataScope: '本人' });
    const user = await save('sys/user', { userAccount: 'li.si', userName: '李四', sysRoleIds: [role.id] });
    await remove('sys/user', user.id);
    await remove('sys/role', role.id);
    expect((await restore((await bin('李四'))?.id ?? '')).data).toEqual({ restored: 1, leftOut: 1 });
    expect((await select('sys/user', user.id)).data['sysRoleIds']).toEqual([]);
  });

  it('is restored with its parent, whichever of them is named first', async () => {
    const above = await makeOrg('上级 A1');
    const below = await makeOrg('下级 A2', { parentId: above.id });
    await app.call(admin, 'DELETE', `sys/org/delete-ids/${above.id},${below.id}`);
    const [child, parent] = [await bin('下级 A2'), await bin('上级 A1')];

    const alone = await restore(child?.id ?? '');
    expect([alone.code, alone.message]).toEqual([40900, '不能恢复“下级 A2”：它的上级机构“上级 A1”已被删除，请先恢复该机构']);

    expect((await restore(`${child?.id},${parent?.id}`)).data.restored).toBe(2);
    expect((await select('sys/org', below.id)).data['parentId']).toBe(above.id);
  });

  it('stays in the recycle bin while its unique value is taken', async () => {
    const first = await makeOrg('占用 B1');
    await remove('sys/org', first.id);
    await makeOrg('占用 B1');
    const digest = await app.digest();
    const { code, message } = await restore((await bin('占用 B1'))?.id ?? '');
    expect([code, message]).toEqual([40900, '机构编码已存在']);
    expect(await app.digest()).toBe(digest);
  });

  it('is deleted permanently once it is purged', async () => {
    const org = await makeOrg('永别 C1');
    await remove('sys/org', org.id);
    const kept = await bin('永别 C1');
    expect((await remove('sys/recycle', kept?.id ?? '')).code).toBe(20000);
    expect((await restore(kept?.id ?? '')).code).toBe(40400);
    expect((await app.database.pool.query('select from sys_recycle where target_id = $1', [org.id])).rowCount).toBe(0);
  });

  it('is deleted permanently after 30 days, or after the number of days in the setting', async () => {
    const org = await makeOrg('过期 D1');
    await remove('sys/org', org.id);
    const { limits } = readSettings({});
    const longer = await openTestApp({ database: app.database, limits: { ...limits, recycleDays: 40 } });
    const deletedBefore = async (days: number, on: TestApp) => {
      await app.database.pool.query(`update sys_recycle set create_time = now() - make_interval(days => $2) where target_id = $1`, [
        org.id,
        days,
      ]);
      await runJob(on, 'clear-recycle');
      return bin('过期 D1');
    };
    expect(await deletedBefore(29, app)).toBeDefined();
    expect(await deletedBefore(39, longer)).toBeDefined();
    await longer.server.close();
    expect(await deletedBefore(31, app)).toBeUndefined();
  });

  it('is restored with the defaults of columns that its table has gained since', async () => {
    const { pool } = app.database;
    const role = await save('sys/role', { roleName: '旧列', roleCode: 'before', dataScope: '本人' });
    const user = await save('sys/user', { userAccount: 'wang.wu', userName: '王五', sysRoleIds: [role.id] });
    await remove('sys/user', user.id);
    await pool.query(`ALTER TABLE sys_user ADD came_since boolean NOT NULL DEFAULT true`);
    await pool.query(`ALTER TABLE sys_user_role ADD came_since text NOT NULL DEFAULT 'since'`);
    const { code } = await restore((await bin('王五'))?.id ?? '');
    const { rows } = await pool.query(
      'SELECT u.came_since, r.came_since AS beside FROM sys_user u JOIN sys_user_role r ON r.owner_id = u.id WHERE u.id = $1',
      [user.id],
    );
    await pool.query('ALTER TABLE sys_user DROP came_since');
    await pool.query('ALTER TABLE sys_user_role DROP came_since');
    expect([code, rows]).toEqual([20000, [{ came_since: true, beside: 'since' }]]);
  });

  it('stays in the recycle bin if a record linked to it is deleted during the restore', async ({ skip }) => {
    if (app.database.kind === 'embedded') return skip('it has one connection');
    const role = await save('sys/role', { roleName: '将删', roleCode: 'going', dataScope: '本人' });
    const user = await save('sys/user', { userAccount: 'zhao.liu', userName: '赵六', sysRoleIds: [role.id] });
    await remove('sys/user', user.id);
    const id = (await bin('赵六'))?.id ?? '';
    const other = await app.database.pool.connect();
    await other.query('BEGIN');
    await other.query('DELETE FROM sys_role WHERE id = $1', [role.id]);
    const answer = restore(id);
    await untilWaiting(app.database.pool);
    await other.query('COMMIT');
    other.release();
    expect((await answer).code).toBe(40900);
    expect((await restore(id)).data).toEqual({ restored: 1, leftOut: 1 });
  });

  it('is restored once when two people restore it at the same moment', async () => {
    const org = await makeOrg('同时 E1');
    await remove('sys/org', org.id);
    const id = (await bin('同时 E1'))?.id ?? '';
    const codes = (await Promise.all([restore(id), restore(id)])).map(({ code }) => code);
    expect(codes.toSorted((a, b) => a - b)).toEqual([20000, 40400]);
  });
});

describe('the recycle bin', () => {
  let keeper: Session;
  beforeAll(async () => {
    keeper = await app.userWith({ 'sys/recycle': ['read', 'restore'], 'sys/org': ['read'] });
  });

  it('shows only records of resources that the person may read', async () => {
    const org = await makeOrg('可见 F1');
    const dict = await save('sys/dict', { dictLabel: '隐藏 F2', dictValue: 'f2', dictValueType: 'String' });
    await remove('sys/org', org.id);
    await remove('sys/dict', dict.id);
    const hidden = await bin('隐藏 F2');
    expect(await bin('可见 F1', keeper.token)).toBeDefined();
    expect(await bin('隐藏 F2', keeper.token)).toBeUndefined();
    expect((await app.call(keeper.token, 'GET', `sys/recycle/select/${hidden?.id}`)).code).toBe(40400);
    const asked = `sys/recycle/select-page?eq=${encodeURIComponent('recycleModule:字典')}`;
    expect((await app.call<PageAnswer<AnyRow>>(keeper.token, 'GET', asked)).data.total).toBe(0);
    expect((await restore(hidden?.id ?? '', keeper.token)).code).toBe(40400);
    const counted = `sys/recycle/select-counts?of=${encodeURIComponent('eq=recycleModule:字典')}`;
    expect((await app.call(keeper.token, 'GET', counted)).data).toEqual({ counts: [0] });
  });

  it('answers a request for attachments of an unreadable entry as if the entry did not exist', async () => {
    const askedFor = async (id: string | undefined) =>
      (await app.call(keeper.token, 'GET', `file/select?otcType=sys/recycle&otcId=${id}`)).code;
    expect(await askedFor((await bin('可见 F1'))?.id)).toBe(20000);
    expect([await askedFor((await bin('隐藏 F2'))?.id), await askedFor(randomUUID())]).toEqual([40400, 40400]);
  });

  it('requires the permission to add the record for a restore, and a separate one for purging', async () => {
    const kept = await bin('可见 F1');
    expect((await restore(kept?.id ?? '', keeper.token)).code).toBe(40300);
    expect((await remove('sys/recycle', kept?.id ?? '', keeper.token)).code).toBe(40300);
  });

  it('refuses a restore without naming a deleted record that was outside the person’s data scope', async () => {
    const [seen, unseen] = [await makeOrg('看得见 S1'), await makeOrg('看不见 S2')];
    const dept = await save('sys/dept', { deptName: '保密部门 S3', deptCode: 'S3', sysOrgId: unseen.id });
    const person = await save('sys/user', { userAccount: 'qian.qi', userName: '钱七', sysOrgId: seen.id, sysDeptId: dept.id });
    await remove('sys/user', person.id);
    await remove('sys/dept', dept.id);
    const rights = { 'sys/recycle': ['read', 'restore'], 'sys/user': ['read', 'add'], 'sys/dept': ['read'] };
    const [wide, narrow] = [await app.userWith(rights), await app.userWith(rights, { dataScope: '本机构' })];
    await app.database.pool.query('update sys_user set sys_org_id = $2 where id = $1', [narrow.userId, seen.id]);
    const kept = (await bin('钱七', narrow.token))?.id ?? '';
    const answers = [await restore(kept, wide.token), await restore(kept, narrow.token)];
    expect(answers.map(({ code, message }) => [code, message])).toEqual([
      [40900, '不能恢复“钱七”：它的部门“保密部门 S3”已被删除，请先恢复该部门'],
      [40900, '不能恢复“钱七”：它的部门已不存在'],
    ]);
  });

  it('hides records outside a data scope', async () => {
    const org = await makeOrg('范围 G1');
    await remove('sys/org', org.id);
    const narrow = await app.userWith({ 'sys/recycle': ['read', 'restore'], 'sys/org': ['read', 'add'] }, { dataScope: '本机构' });
    expect(await bin('范围 G1', narrow.token)).toBeUndefined();
    expect((await restore((await bin('范围 G1'))?.id ?? '', narrow.token)).code).toBe(40400);
  });

  it('refuses to restore a role with rights that the restoring person lacks', async () => {
    const role = await save('sys/role', { roleName: '强权', roleCode: 'strong', dataScope: '全部' });
    const { data: functions } = await app.call<{ id: string; sysFunctions: { id: string; sysFunctions: { id: string }[] }[] }[]>(
      admin,
      'GET',
      'sys/function/select-functions',
    );
    const page = functions[1]?.sysFunctions[0]?.sysFunctions[0]?.id;
    await app.call(admin, 'POST', `sys/function/save-role-functions?sysRoleId=${role.id}`, [{ id: page, functionPermission: 'edit' }]);
    await remove('sys/role', role.id);
    const kept = await bin('强权');
    const helper = await app.userWith({ 'sys/recycle': ['read', 'restore'], 'sys/role': ['read', 'add'] });
    expect((await restore(kept?.id ?? '', helper.token)).code).toBe(40300);
    expect((await restore(kept?.id ?? '')).code).toBe(20000);
    const { data } = await app.call<{ id: string }[]>(admin, 'GET', `sys/function/select-role-functions?sysRoleId=${role.id}`);
    expect(data).toEqual([{ id: page, functionPermission: 'edit' }]);
  });
});
