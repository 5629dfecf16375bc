import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { slapd, startSlapd, type TestDirectory } from '@back-office/server/testing/start-slapd.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DirectoryTrial } from '../directory-calls.ts';

const entry = (uid: string, cn: string, more: Record<string, string> = {}) => ({
  objectClass: ['inetOrgPerson'],
  uid,
  cn,
  sn: cn.slice(0, 1),
  userPassword: 'Directory-1',
  ...more,
});

describe.skipIf(slapd === undefined)('people and departments of a real LDAP directory', () => {
  let there: TestDirectory;
  let app: TestApp;
  let admin: string;
  let id: string;
  let orgId: string;
  beforeAll(async () => {
    there = await startSlapd();
    const { base } = there;
    await there.add({
      'ou=研发部': { objectClass: ['organizationalUnit'], ou: '研发部' },
      'ou=测试组,ou=研发部': { objectClass: ['organizationalUnit'], ou: '测试组' },
      'uid=zhangsan,ou=研发部': entry('zhangsan', '张三', { mobile: '13800001111', mail: 'zhang@example.cn' }),
      'uid=lisi,ou=测试组,ou=研发部': entry('lisi', '李四', { mobile: '8' }),
      'uid=王五,ou=研发部': entry('王五', '王五'),
      'uid=zhaoliu': entry('zhaoliu', '赵六'),
      'uid=qianqi': entry('qianqi', '钱七'),
      'cn=采购': { objectClass: ['groupOfNames'], cn: '采购', member: [`uid=zhangsan,ou=研发部,${base}`] },
    });
    const values = { URL: there.ldaps, BASE_DN: base, BIND_DN: there.root.dn, BIND_PASSWORD: there.root.password, CA_FILE: there.ca };
    app = await openTestApp({
      ways: [
        { id: 'corp', kind: 'LDAP', values },
        { id: 'away', kind: 'LDAP', values: { ...values, URL: 'ldap://127.0.0.1:9' } },
        { id: 'empty', kind: 'LDAP', values: { ...values, BASE_DN: `ou=空,${base}` } },
      ],
    });
    admin = await app.admin();
  });
  afterAll(async () => {
    await there.drop();
    await app.drop();
  });

  const save = async (resource: string, row: AnyRow | Record<string, unknown>) => {
    const { code, data, message } = await app.call(admin, 'POST', `${resource}/save`, row);
    expect({ code, message }).toMatchObject({ code: 20000 });
    return data;
  };
  const trial = async () => (await app.call<DirectoryTrial>(admin, 'POST', `sys/directory/trial/${id}`)).data;
  const run = async (body: object = {}): Promise<AnyRow> => {
    const before = (await app.call(admin, 'GET', `sys/directory/select/${id}`)).data['lastTime'];
    expect((await app.call(admin, 'POST', `sys/directory/run/${id}`, body)).code).toBe(20000);
    await app.server.jobs.runDue();
    const { data } = await app.call(admin, 'GET', `sys/directory/select/${id}`);
    expect(data['lastTime'] === null && before !== null).toBe(false);
    return data;
  };
  const person = async (account: string) => {
    const { data } = await app.call<{ items: AnyRow[] }>(admin, 'GET', `sys/user/select-page?index=0&limit=10&eq=userAccount:${account}`);
    return data.items[0];
  };

  it('are shown by a dry run that writes nothing, with their conflicts', async () => {
    orgId = String((await save('sys/org', { orgName: '总公司', orgCode: 'head' })).id);
    await save('sys/role', { roleName: '采购员', roleCode: 'buyer' });
    await save('sys/user', { userAccount: 'QianQi', userName: '另一个钱七', userPassword: 'Correct-Horse-9' });
    const row = { directoryName: '公司目录', loginMethod: 'corp', sysOrgId: orgId, directoryStatus: '停用' };
    const wrong = await app.call(admin, 'POST', 'sys/directory/save', { ...row, groupRoles: '采购' });
    expect(wrong).toMatchObject({ code: 40000, data: { fields: [{ field: 'groupRoles', message: '每行应为 组名=角色编码' }] } });
    id = String((await save('sys/directory', { ...row, groupRoles: '采购=buyer\n没有的组=nothing' })).id);
    const before = await app.digest();
    const seen = await trial();
    expect(await app.digest()).toBe(before);
    expect(seen).toMatchObject({ people: 5, departments: 2, counts: { added: 5, changed: 0, disabled: 0, conflicts: 4 } });
    expect(seen.lines.added.map(({ name }) => name).toSorted()).toEqual(['张三', '李四', '测试组', '研发部', '赵六'].toSorted());
    expect(seen.lines.conflicts).toEqual(
      expect.arrayContaining([
        { name: '没有的组', detail: '没有编码为 nothing 的角色' },
        { name: '钱七（qianqi）', detail: '本系统已有同名账号；如果是同一个人，请在“关联账号”中指定' },
        { name: '王五', detail: expect.stringContaining('只能由字母、数字') },
        { name: '李四', detail: expect.stringContaining('手机') },
      ]),
    );
  });

  it('are saved as a form would save them, and none of them twice', async () => {
    expect(await run()).toMatchObject({ lastStatus: '成功', lastPeople: 5, lastMessage: expect.stringContaining('新增 3 人') });
    expect(await person('zhangsan')).toMatchObject({
      userName: '张三',
      userEmail: 'zhang@example.cn',
      sysOrgIdLabel: '总公司',
      sysDeptIdLabel: '研发部',
      userStatus: '正常',
    });
    expect(await person('lisi')).toMatchObject({ sysDeptIdLabel: '测试组', userPhone: null });
    expect((await trial()).counts).toEqual({ added: 0, changed: 0, disabled: 0, conflicts: 4 });
    const { rows } = await app.database.pool.query(
      "SELECT opt_module, opt_type FROM sys_log_opt WHERE user_account = 'admin' AND opt_module IN ('用户', '部门', '关联账号', '目录同步') AND opt_type IN ('新增', '同步') AND request_id = ''",
    );
    expect(rows.filter(({ opt_module: module }) => module === '用户')).toHaveLength(3);
    expect(rows.filter(({ opt_module: module }) => module === '部门')).toHaveLength(2);
    expect(rows.filter(({ opt_module: module }) => module === '关联账号')).toHaveLength(3);
    const { rows: told } = await app.database.pool.query(
      "SELECT opt_type, opt_target FROM sys_log_opt WHERE user_account = 'admin' AND opt_module = '目录同步' AND opt_type LIKE '%同步' ORDER BY opt_time",
    );
    expect(told.map((line) => `${line.opt_type} ${line.opt_target}`)).toEqual(['开始同步 公司目录', '同步 公司目录']);
  });

  it('are imported without their department if it is disabled here', async () => {
    const closed = await save('sys/dept', { deptName: '已停', sysOrgId: orgId, deptStatus: '停用' });
    await there.add({
      'ou=已停': { objectClass: ['organizationalUnit'], ou: '已停' },
      'uid=sunba,ou=已停': entry('sunba', '孙八'),
    });
    expect((await trial()).counts).toMatchObject({ added: 1, conflicts: 4 });
    await run();
    expect(await person('sunba')).toMatchObject({ userName: '孙八', sysOrgIdLabel: '总公司', sysDeptId: null });
    await there.change((client) => client.del(`uid=sunba,ou=已停,${there.base}`));
    await there.change((client) => client.del(`ou=已停,${there.base}`));
    await run();
    await app.call(admin, 'DELETE', `sys/dept/delete/${closed.id}`);
  });

  it('are updated with the directory; only roles that its groups grant are changed', async () => {
    const { id: userId, version } = (await person('zhangsan')) ?? expect.fail('not there');
    const role = await save('sys/role', { roleName: '另一个', roleCode: 'other' });
    const { data } = await app.call(admin, 'GET', `sys/user/select/${userId}`);
    await save('sys/user', { id: userId, version, sysRoleIds: [...(data['sysRoleIds'] as string[]), role.id] });
    const { Attribute, Change } = await import('ldapts');
    await there.change(async (client) => {
      await client.modify(
        `uid=zhangsan,ou=研发部,${there.base}`,
        new Change({ operation: 'replace', modification: new Attribute({ type: 'displayName', values: ['张三丰'] }) }),
      );
      await client.modify(
        `cn=采购,${there.base}`,
        new Change({ operation: 'replace', modification: new Attribute({ type: 'member', values: [`uid=zhaoliu,${there.base}`] }) }),
      );
    });
    expect((await trial()).lines.changed).toEqual(
      expect.arrayContaining([
        { name: '张三丰', detail: '姓名 张三 → 张三丰、角色' },
        { name: '赵六', detail: '角色' },
      ]),
    );
    await run();
    const { rows } = await app.database.pool.query(
      'SELECT u.user_account, r.role_code FROM sys_user_role ur JOIN sys_user u ON u.id = ur.owner_id JOIN sys_role r ON r.id = ur.target_id WHERE u.user_account IN ($1, $2) ORDER BY 1, 2',
      ['zhangsan', 'zhaoliu'],
    );
    expect(rows).toEqual([
      { user_account: 'zhangsan', role_code: 'other' },
      { user_account: 'zhaoliu', role_code: 'buyer' },
    ]);
  });

  it('are disabled, never deleted, once they are gone from the directory, and their sessions end', async () => {
    const { id: userId = '' } = (await person('zhaoliu')) ?? {};
    await there.change((client) => client.modifyDN(`uid=zhaoliu,${there.base}`, `uid=zhaoliu,ou=研发部,${there.base}`));
    await there.change((client) => client.del(`cn=采购,${there.base}`));
    await run();
    expect(await person('zhaoliu')).toMatchObject({ userStatus: '正常', sysDeptIdLabel: '研发部' });
    const { rows: opened } = await app.database.pool.query(
      "INSERT INTO sys_session (id, sys_user_id, user_account, token_hash, secret_key) VALUES (gen_random_uuid(), $1, 'zhaoliu', '\\x01', '\\x01') RETURNING id",
      [userId],
    );
    await there.change((client) => client.del(`uid=zhaoliu,ou=研发部,${there.base}`));
    expect((await trial()).lines.disabled).toEqual([{ name: '赵六', detail: '目录中已没有此人' }]);
    await run();
    expect(await person('zhaoliu')).toMatchObject({ userStatus: '停用' });
    const { rows } = await app.database.pool.query('SELECT end_reason FROM sys_session WHERE id = $1', [opened[0].id]);
    expect(rows).toEqual([{ end_reason: '账号已被停用' }]);
  });

  it('are left alone if the directory is unreachable, not configured, empty or far smaller than last time', async () => {
    const turnTo = (method: string) => app.database.pool.query('UPDATE sys_directory SET login_method = $2 WHERE id = $1', [id, method]);
    await app.database.pool.query('UPDATE sys_directory SET last_people = 20 WHERE id = $1', [id]);
    const few = '目录只返回 4 人，上次是 20 人，少了太多，已停止：请先检查目录';
    expect(await trial()).toMatchObject({ refused: few, mayForce: true });
    const before = await app.database.pool.query('SELECT id, version FROM sys_user ORDER BY id');
    expect(await run()).toMatchObject({ lastStatus: '失败', lastMessage: few });
    await turnTo('away');
    expect(await run()).toMatchObject({ lastStatus: '失败', lastMessage: '暂时无法读取“公司目录”，请稍后重试' });
    await turnTo('nothing');
    expect(await run()).toMatchObject({ lastStatus: '失败' });
    await there.add({ 'ou=空': { objectClass: ['organizationalUnit'], ou: '空' } });
    await turnTo('empty');
    const none = { lastStatus: '失败', lastMessage: '目录没有返回任何人，已停止：请检查目录的设置' };
    expect(await run()).toMatchObject(none);
    expect(await run({ force: true })).toMatchObject(none);
    await there.change((client) => client.del(`ou=空,${there.base}`));
    expect((await app.database.pool.query('SELECT id, version FROM sys_user ORDER BY id')).rows).toEqual(before.rows);
    await turnTo('corp');
    expect(await run({ force: true })).toMatchObject({ lastStatus: '成功', lastPeople: 4 });
  });

  it('can be synchronised only with the permissions that the forms require', async () => {
    const weak = await app.userWith({ 'sys/directory': ['read', 'run'] });
    expect((await app.call(weak.token, 'POST', `sys/directory/trial/${id}`)).code).toBe(40300);
    expect((await app.call((await app.userWith({ 'sys/directory': ['read'] })).token, 'POST', `sys/directory/run/${id}`)).code).toBe(40300);
  });
});
