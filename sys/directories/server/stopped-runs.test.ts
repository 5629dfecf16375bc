import { modules } from '@back-office/app/server/modules.ts';
import { openTestApp, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';
import type { Directory, DirectoryPerson } from '@back-office/server/office/directory.ts';
import { systemIds } from '@back-office/server/identity/system-ids.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DirectoryTrial } from '../directory-calls.ts';

/** Ten people, whose accounts stay the same whatever numbers the directory gives them. */
const company = (prefix: string, leavers = 0): DirectoryPerson[] =>
  Array.from({ length: 10 }, (_, at) => ({
    subject: `${prefix}${at}`,
    account: `p${at}`,
    name: '张三',
    groups: [],
    isDisabled: at < leavers,
  }));

describe('a run of a directory', () => {
  let issuer: string;
  let people: readonly DirectoryPerson[] = [];
  let app: TestApp;
  let admin: string;
  let directoryId: string;
  const corp: Directory = {
    id: 'corp',
    label: '公司目录',
    get issuer() {
      return issuer;
    },
    read: () => Promise.resolve({ people, departments: [] }),
  };
  beforeEach(async () => {
    const withCorp = modules.map((module) => ({
      ...module,
      features: module.features.map((feature) => (feature.name === 'account' ? { ...feature, directories: () => [corp] } : feature)),
    }));
    app = await openTestApp({ modules: withCorp });
    admin = await app.admin();
    const { data: org } = await app.call(admin, 'POST', 'sys/org/save', { orgName: '总公司', orgCode: 'head' });
    const row = { directoryName: '公司目录', loginMethod: 'corp', sysOrgId: org['id'], directoryStatus: '停用' };
    directoryId = String((await app.call(admin, 'POST', 'sys/directory/save', row)).data['id']);
    [issuer, people] = ['wecom:ours', company('old')];
    expect(await run()).toMatchObject({ lastStatus: '成功', lastMessage: '新增 10 人，修改 0 人，停用 0 人' });
  });
  afterEach(() => app.drop());

  const run = async (body: object = {}) => {
    expect((await app.call(admin, 'POST', `sys/directory/run/${directoryId}`, body)).code).toBe(20000);
    await app.server.jobs.runDue();
    return (await app.call(admin, 'GET', `sys/directory/select/${directoryId}`)).data;
  };
  const trial = async () => (await app.call<DirectoryTrial>(admin, 'POST', `sys/directory/trial/${directoryId}`)).data;
  const disabled = async () => (await app.database.pool.query("SELECT FROM sys_user WHERE user_status = '停用'")).rowCount;

  it.each([
    ['that knows the same people by other numbers', company('new')],
    ['that says of most people that they have left', company('old', 6)],
  ])('%s stops and disables nobody, until somebody forces it', async (_, others) => {
    people = others;
    const many = people.filter(({ isDisabled }) => isDisabled).length || 10;
    const refused = `将停用 ${many} 人，已同步的在用人员共 10 人，停用太多，已停止：请先检查目录和目录代号`;
    expect(await trial()).toMatchObject({ refused, mayForce: true, counts: { disabled: many } });
    expect(await run()).toMatchObject({ lastStatus: '失败', lastMessage: refused });
    expect(await disabled()).toBe(0);
    expect(await run({ force: true })).toMatchObject({ lastStatus: '成功' });
    expect(await disabled()).toBe(many);
    // Who is disabled already counts no longer.
    expect(await run()).toMatchObject({ lastStatus: '成功' });
  });

  it('of somebody else is not repeated on the page of runs, which says where to start it', async () => {
    issuer = 'wecom:theirs';
    expect(await run()).toMatchObject({ lastStatus: '失败' });
    const { data } = await app.call<{ items: { id: string }[] }>(admin, 'GET', 'sys/job-run/select-page?eq=runStatus:失败');
    const { token } = await app.userWith({ 'sys/job-run': ['read', 'retry'] });
    const answer = await app.call(token, 'POST', `sys/job-run/retry/${data.items[0]?.id}`);
    expect(answer).toMatchObject({ code: 40000, message: '目录同步不能在这里重试，请在“目录同步”中重新开始' });
    await app.server.jobs.runDue();
    expect((await app.database.pool.query("SELECT FROM sys_job WHERE kind = 'sync-directory' AND state = 'failed'")).rowCount).toBe(1);
  });

  it('that waits is not taken for one that somebody else starts, or that is to be forced', async () => {
    const start = (token: string, body: object) => app.call(token, 'POST', `sys/directory/run/${directoryId}`, body);
    const logged = async () =>
      Number(
        (await app.database.pool.query("SELECT FROM sys_log_opt WHERE opt_type = '开始同步' AND target_id = $1", [directoryId])).rowCount,
      );
    const before = await logged();
    expect((await start(admin, {})).code).toBe(20000);
    // As a second click does.
    expect((await start(admin, {})).code).toBe(20000);
    const started = await logged();
    expect(started).toBeGreaterThan(before);
    const refused = { code: 40000, message: '这个目录正在同步，请等它结束' };
    expect(await start(admin, { force: true })).toMatchObject(refused);
    const { data: role } = await app.call(admin, 'GET', `sys/user/select/${systemIds.adminUser}`);
    const second = await app.userWith({});
    const { data: person } = await app.call<object>(admin, 'GET', `sys/user/select/${second.userId}`);
    await app.call(admin, 'POST', 'sys/user/save', { ...person, sysRoleIds: role['sysRoleIds'] });
    expect(await start((await app.signIn(second.account, userPassword)).token, {})).toMatchObject(refused);
    expect(await logged()).toBe(started);
  });

  it('counts people who are only linked among those whom it keeps', async () => {
    // As if the directory were made anew.
    await app.database.pool.query('DELETE FROM sys_directory_entry');
    await app.database.pool.query('UPDATE sys_directory SET last_people = NULL');
    people = company('old', 6);
    const refused = '将停用 6 人，已同步的在用人员共 10 人，停用太多，已停止：请先检查目录和目录代号';
    expect(await run()).toMatchObject({ lastStatus: '失败', lastMessage: refused });
  });

  const namesOf = async () =>
    (await app.database.pool.query('SELECT DISTINCT user_name AS name FROM sys_user WHERE NOT id = $1', [systemIds.adminUser])).rows;

  it('of another source that numbers its people alike stops and renames nobody, until somebody forces it', async () => {
    issuer = 'wecom:theirs';
    people = company('old').map((person) => ({ ...person, name: '李四' }));
    const refused =
      '目录代号 corp 现在指向 wecom:theirs，上次同步的是 wecom:ours；编号相同的人和部门会被当作原来的，已停止：不是同一批人时，请删除这条目录同步后新建';
    expect(await trial()).toMatchObject({ refused, mayForce: true, counts: { changed: 10 } });
    expect(await run()).toMatchObject({ lastStatus: '失败', lastMessage: refused });
    expect(await namesOf()).toEqual([{ name: '张三' }]);
    expect(await run({ force: true })).toMatchObject({ lastStatus: '成功' });
    expect(await namesOf()).toEqual([{ name: '李四' }]);
    expect(await run()).toMatchObject({ lastStatus: '成功' });
  });

  it('of a directory without people stops for that before it stops for another source', async () => {
    [issuer, people] = ['wecom:theirs', []];
    expect(await trial()).toMatchObject({ refused: '目录没有返回任何人，已停止：请检查目录的设置', mayForce: false });
  });

  it('whose source is not known yet, as before an upgrade, goes on', async () => {
    await app.database.pool.query('UPDATE sys_directory SET issuer = NULL');
    expect(await run()).toMatchObject({ lastStatus: '成功', lastMessage: '新增 0 人，修改 0 人，停用 0 人' });
    issuer = 'wecom:theirs';
    expect(await run()).toMatchObject({ lastStatus: '失败' });
  });

  it('that reads text which the database does not take stores it with U+FFFD in its place', async () => {
    people = [...company('old'), { subject: 'new\0one', account: 'p10', name: '李\0四', groups: ['财务\0'], isDisabled: false }];
    expect(await run()).toMatchObject({ lastStatus: '成功', lastMessage: '新增 1 人，修改 0 人，停用 0 人' });
    const { rows } = await app.database.pool.query("SELECT user_name AS name FROM sys_user WHERE user_account = 'p10'");
    expect(rows).toEqual([{ name: '李\uFFFD四' }]);
    expect(await run()).toMatchObject({ lastStatus: '成功', lastMessage: '新增 0 人，修改 0 人，停用 0 人' });
  });

  it('that disables five people goes on', async () => {
    people = company('old', 5);
    expect(await run()).toMatchObject({ lastStatus: '成功', lastMessage: '新增 0 人，修改 0 人，停用 5 人' });
  });
});
