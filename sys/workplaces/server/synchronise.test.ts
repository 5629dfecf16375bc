import type { AddressInfo } from 'node:net';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { Visitor } from '@back-office/app/testing/server/visitor.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DirectoryTrial } from '../../directories/directory-calls.ts';
import { type Side, sides } from './testing/sides.ts';

describe.each(Object.entries(sides))('people and departments of %s', (_name, start) => {
  let side: Side;
  let app: TestApp;
  let admin: string;
  let id: string;
  beforeAll(async () => {
    side = await start();
    side.seed();
    app = await openTestApp({ ways: [{ id: 'corp', kind: side.kind, values: side.values }] });
    await app.server.listen({ port: 0, host: '127.0.0.1' });
    admin = await app.admin();
    const orgId = (await save('sys/org', { orgName: '远山公司', orgCode: 'head' })).id;
    await save('sys/role', { roleName: '采购员', roleCode: 'buyer' });
    await save('sys/role', { roleName: '工程师', roleCode: 'engineer' });
    const row = { directoryName: side.label, loginMethod: 'corp', sysOrgId: orgId, directoryStatus: '停用' };
    id = String((await save('sys/directory', { ...row, groupRoles: '采购=buyer\n技术=engineer' })).id);
  });
  afterAll(async () => {
    await app.drop();
    await side.company.stop();
  });

  const save = async (resource: string, row: Record<string, unknown>): Promise<AnyRow> => {
    const { code, data, message } = await app.call(admin, 'POST', `${resource}/save`, row);
    expect({ code, message }).toMatchObject({ code: 20000 });
    return data;
  };
  const trial = async (): Promise<DirectoryTrial> => (await app.call<DirectoryTrial>(admin, 'POST', `sys/directory/trial/${id}`)).data;
  const run = async (): Promise<AnyRow> => {
    expect((await app.call(admin, 'POST', `sys/directory/run/${id}`, {})).code).toBe(20000);
    await app.server.jobs.runDue();
    return (await app.call(admin, 'GET', `sys/directory/select/${id}`)).data;
  };
  const person = async (account: string): Promise<AnyRow | undefined> =>
    (await app.call<{ items: AnyRow[] }>(admin, 'GET', `sys/user/select-page?index=0&limit=10&eq=userAccount:${account}`)).data.items[0];
  const rolesOf = async (account: string): Promise<string[]> => {
    const { rows } = await app.database.pool.query<{ role_code: string }>(
      'SELECT r.role_code FROM sys_user_role ur JOIN sys_user u ON u.id = ur.owner_id JOIN sys_role r ON r.id = ur.target_id WHERE u.user_account = $1 ORDER BY 1',
      [account],
    );
    return rows.map((row) => row.role_code);
  };
  const standing = async () => (await app.database.pool.query('SELECT id, version, user_status FROM sys_user ORDER BY id')).rows;

  it('are previewed before anything is written', async () => {
    const before = await app.digest();
    const seen = await trial();
    expect(await app.digest()).toBe(before);
    expect(seen.people).toBe(4);
    expect(seen.lines.conflicts).toEqual([]);
    expect(seen.lines.added.map(({ name }) => name)).toEqual(expect.arrayContaining(['研发部', '测试组', '张三', 'lisi', '赵六']));
    // People disabled there are not created here.
    expect(seen.lines.added.map(({ name }) => name)).not.toContain('王五');
  });

  it('are imported as the vendor shows them, from every page, despite an expired token and one busy answer', async () => {
    side.endTokens();
    side.company.instead.set(side.membersPath, [side.busyList]);
    expect(await run()).toMatchObject({ lastStatus: '成功', lastPeople: 4 });
    expect(await person('ZhangSan')).toMatchObject({
      userName: '张三',
      userPhone: '13800001111',
      userEmail: 'zhang@example.cn',
      sysOrgIdLabel: '远山公司',
      sysDeptIdLabel: '研发部',
      userStatus: '正常',
    });
    expect(await person('lisi')).toMatchObject({ userName: 'lisi', sysDeptIdLabel: '测试组', userPhone: null });
    expect(await person('zhaoliu')).toMatchObject({ userName: '赵六', sysDeptId: null, userEmail: null });
    expect(await person('wangwu')).toBeUndefined();
    expect([await rolesOf('ZhangSan'), await rolesOf('lisi'), await rolesOf('zhaoliu')]).toEqual([['buyer', 'engineer'], ['engineer'], []]);
    expect((await trial()).counts).toEqual({ added: 0, changed: 0, disabled: 0, conflicts: 0 });
  });

  it('keep a name edited here if the vendor shows none', async () => {
    const { id: userId, version } = (await person('lisi')) ?? expect.fail('not there');
    await save('sys/user', { id: userId, version, userName: '李四' });
    expect((await trial()).counts).toEqual({ added: 0, changed: 0, disabled: 0, conflicts: 0 });
  });

  it('can sign in at once, since sign-in and synchronisation identify them alike', async () => {
    const office = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`;
    const browser = new Visitor({ provider: side.company, office });
    const { code, data } = await browser.exchange(await browser.come(side.personOf('ZhangSan')));
    expect({ code, userId: data.roles.userId }).toEqual({ code: 20000, userId: (await person('ZhangSan'))?.id });
  });

  it('are left as they are after a partial or malformed answer', async () => {
    const before = await standing();
    const halves = [
      { json: { errcode: 0, code: 0 } },
      { text: '<html>' },
      { status: 403, json: { errcode: 60011, code: 40004 } },
      side.endless,
    ];
    for (const half of halves) {
      if (half === undefined) continue;
      side.company.instead.set(side.membersPath, [half]);
      expect(await run()).toMatchObject({ lastStatus: '失败', lastMessage: `暂时无法读取“${side.label}”，请稍后重试` });
      expect(side.company.instead.get(side.membersPath)).toEqual([]);
    }
    expect(await standing()).toEqual(before);
  });

  it('are disabled when they have left, and nobody else is', async () => {
    side.dismiss('lisi');
    expect((await trial()).lines.disabled).toEqual([{ name: '李四', detail: '目录中已没有此人' }]);
    await run();
    expect(await person('lisi')).toMatchObject({ userStatus: '停用' });
    expect(await person('zhaoliu')).toMatchObject({ userStatus: '正常' });
  });
});
