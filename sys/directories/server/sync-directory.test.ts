import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { slapd, startSlapd, type TestDirectory } from '@back-office/server/testing/start-slapd.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe.skipIf(slapd === undefined)('the synchronisation of a directory', () => {
  let there: TestDirectory;
  let app: TestApp;
  let admin: string;
  const ids = { corp: '', branch: '', away: '' };
  beforeAll(async () => {
    there = await startSlapd();
    const { base } = there;
    const entry = (uid: string, cn: string) => ({ objectClass: ['inetOrgPerson'], uid, cn, sn: cn.slice(0, 1) });
    await there.add({
      'ou=研发部': { objectClass: ['organizationalUnit'], ou: '研发部' },
      'ou=测试组,ou=研发部': { objectClass: ['organizationalUnit'], ou: '测试组' },
      'uid=lisi,ou=测试组,ou=研发部': entry('lisi', '李四'),
      'uid=zhaoliu': entry('zhaoliu', '赵六'),
    });
    const values = { URL: there.ldaps, BASE_DN: base, BIND_DN: there.root.dn, BIND_PASSWORD: there.root.password, CA_FILE: there.ca };
    app = await openTestApp({
      ways: [
        { id: 'away', kind: 'LDAP', values: { ...values, URL: 'ldap://127.0.0.1:9' } },
        { id: 'corp', kind: 'LDAP', values },
        { id: 'branch', kind: 'LDAP', values: { ...values, BASE_DN: `ou=研发部,${base}` } },
      ],
    });
    admin = await app.admin();
    for (const id of ['away', 'corp', 'branch'] as const) {
      const org = await app.call(admin, 'POST', 'sys/org/save', { orgName: id, orgCode: id });
      const row = { directoryName: id, loginMethod: id, sysOrgId: org.data['id'], directoryStatus: '停用' };
      ids[id] = String((await app.call(admin, 'POST', 'sys/directory/save', row)).data['id']);
    }
  });
  afterAll(async () => {
    await there.drop();
    await app.drop();
  });

  const rows = async (text: string, values: unknown[] = []) => (await app.database.pool.query(text, values)).rows;
  const run = async (id: string) => {
    expect((await app.call(admin, 'POST', `sys/directory/run/${id}`)).code).toBe(20000);
    await app.server.jobs.runDue();
    return (await app.call(admin, 'GET', `sys/directory/select/${id}`)).data;
  };
  const people = () => rows('SELECT user_account, user_status, sys_dept_id, version FROM sys_user ORDER BY 1');
  const departments = async () =>
    (await rows('SELECT org_code, dept_name FROM sys_dept d JOIN sys_org o ON o.id = d.sys_org_id ORDER BY 1, 2')).map(
      ({ org_code: org, dept_name: name }) => `${org} ${name}`,
    );

  it('keeps a department that was renamed in the directory', async () => {
    await run(ids.corp);
    const before = await rows('SELECT id FROM sys_dept ORDER BY id');
    const [place, moved] = ['ou=测试组,ou=研发部', 'ou=质量组,ou=研发部'].map((name) => `${name},${there.base}`);
    await there.change((client) => client.modifyDN(place ?? '', moved ?? ''));
    await run(ids.corp);
    expect(await departments()).toEqual(['corp 研发部', 'corp 质量组']);
    expect(await rows('SELECT id FROM sys_dept ORDER BY id')).toEqual(before);
  });

  it('leaves alone the people of another directory and its departments of the same name', async () => {
    const before = await people();
    expect(await run(ids.branch)).toMatchObject({
      lastStatus: '成功',
      lastMessage: '新增 0 人，修改 0 人，停用 0 人，冲突 1（李四（lisi）：本系统已有同名账号；如果是同一个人，请在“关联账号”中指定）',
    });
    expect(await people()).toEqual(before);
    expect(await departments()).toEqual(['branch 研发部', 'branch 质量组', 'corp 研发部', 'corp 质量组']);
  });

  it('does nothing while the same directory is already being synchronised', async () => {
    const stored = () => rows('SELECT * FROM sys_directory WHERE id = $1', [ids.corp]);
    await rows("UPDATE sys_directory SET running_until = now() + interval '29 seconds' WHERE id = $1", [ids.corp]);
    const before = await stored();
    await run(ids.corp);
    expect(await stored()).toEqual(before);
    const [last] = await rows("SELECT run_error FROM sys_job_run WHERE job_kind = 'sync-directory' ORDER BY id DESC LIMIT 1");
    expect(last.run_error).toContain('这个目录正在同步，请等它结束');
    await rows('UPDATE sys_directory SET running_until = NULL');
  });

  it('runs nightly where enabled, each directory on its own, with the permissions of the user who saved it last', async () => {
    await rows('UPDATE sys_directory SET last_time = NULL, last_status = NULL, last_message = NULL');
    const last = () => rows('SELECT login_method, last_status, last_message FROM sys_directory ORDER BY id');
    const save = async (token: string, id: string) => {
      const { version } = (await app.call(admin, 'GET', `sys/directory/select/${id}`)).data;
      expect((await app.call(token, 'POST', 'sys/directory/save', { id, version, directoryStatus: '正常' })).code).toBe(20000);
    };
    await save(admin, ids.away);
    await save(admin, ids.branch);
    await runJob(app, 'sync-directories');
    const unreachable = { login_method: 'away', last_status: '失败', last_message: '暂时无法读取“公司目录”，请稍后重试' };
    const off = { login_method: 'corp', last_status: null, last_message: null };
    expect(await last()).toMatchObject([unreachable, off, { login_method: 'branch', last_status: '成功' }]);
    expect(await rows("SELECT run_status FROM sys_job_run WHERE job_kind = 'sync-directories'")).toEqual([{ run_status: '失败' }]);
    const { version } = (await app.call(admin, 'GET', `sys/directory/select/${ids.branch}`)).data;
    const { token } = await app.userWith({ 'sys/directory': ['read', 'edit'] });
    await app.call(token, 'POST', 'sys/directory/save', { id: ids.branch, version, directoryName: '分公司' });
    await runJob(app, 'sync-directories');
    expect((await last())[2]).toEqual({ login_method: 'branch', last_status: '失败', last_message: '没有操作权限' });
  });
});
