import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import type { DirectoryTrial } from '../../directories/directory-calls.ts';
import { dayOf, encryptField } from '@back-office/server/testing/seal-values.ts';
import { samba, startSamba, type TestDomain } from '@back-office/server/testing/start-samba.ts';
import { openTestApp, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const domainPassword = 'Domain-张-1';

describe.skipIf(samba === undefined)('an Active Directory domain', () => {
  let domain: TestDomain;
  let app: TestApp;
  let admin: string;
  beforeAll(async () => {
    domain = await startSamba();
    domain.tool('ou', 'create', 'OU=研发部');
    domain.tool('ou', 'create', 'OU=测试组,OU=研发部');
    for (const [account, name, unit] of [
      ['zhangwei', '张伟', 'OU=研发部'],
      ['lisi', '李四', 'OU=测试组,OU=研发部'],
      ['wangwu', '王五', 'OU=研发部'],
      ['zhaoliu', '赵六', 'OU=研发部'],
    ] as const)
      domain.tool('user', 'create', account, domainPassword, `--given-name=${name}`, `--userou=${unit}`);
    domain.tool('group', 'add', '采购');
    domain.tool('group', 'addmembers', '采购', 'zhangwei,lisi');
    const values = {
      URL: domain.ldaps,
      BASE_DN: domain.base,
      BIND_DN: domain.admin.name,
      BIND_PASSWORD: domain.admin.password,
      CA_FILE: domain.ca,
      TYPE: 'ad',
    };
    app = await openTestApp({
      ways: [
        { id: 'ad', kind: 'LDAP', values },
        { id: 'tls', kind: 'LDAP', values: { ...values, URL: domain.ldap, START_TLS: 'on' } },
      ],
    });
    admin = await app.admin();
  }, 120_000);
  afterAll(async () => {
    await app.drop();
    await domain.drop();
  });

  const login = <Data = LoginAnswer>(account: string, password: string, more: Record<string, string> = {}) => {
    const day = dayOf(new Date());
    const form = { username: encryptField(account, day), password: encryptField(password, day), method: 'ad', ...more };
    return app.call<Data>(undefined, 'POST', 'login', new URLSearchParams(form));
  };

  it('opens the local account with the domain password, however the account is spelled, even after a move', async () => {
    const { userId, account } = await app.userWith({});
    const first = await login<AnyRow>('zhaoliu', domainPassword);
    expect([first.code, first.data['label']]).toEqual([40305, '域账号']);
    const link = String(first.data['ticket']);
    expect((await login(account, userPassword, { method: 'password', link })).code).toBe(20000);
    expect((await login('ZhaoLiu', domainPassword, { method: 'tls' })).code).toBe(40305);
    domain.tool('user', 'move', 'zhaoliu', 'OU=测试组,OU=研发部');
    expect((await login(' ZHAOLIU ', domainPassword)).data.roles.userId).toBe(userId);
    expect((await login('zhaoliu', userPassword)).code).toBe(40001);
    expect((await login('zhaoliu', '')).code).not.toBe(20000);
  });

  it('signs in nobody who is disabled, or must change their password there first', async () => {
    expect((await login('wangwu', domainPassword)).code).toBe(40305);
    domain.tool('user', 'disable', 'wangwu');
    expect((await login('wangwu', domainPassword)).code).toBe(40001);
    domain.tool('user', 'enable', 'wangwu');
    domain.tool('user', 'setpassword', 'wangwu', `--newpassword=${domainPassword}`, '--must-change-at-next-login');
    expect((await login('wangwu', domainPassword)).code).toBe(40001);
  });

  it('supplies people, departments and groups, and shows who is no longer active', async () => {
    const save = async (resource: string, row: object) => {
      const { code, message, data } = await app.call(admin, 'POST', `${resource}/save`, row);
      expect({ code, message }).toMatchObject({ code: 20000 });
      return data;
    };
    const { id: sysOrgId } = await save('sys/org', { orgName: '总部', orgCode: 'head' });
    const role = await save('sys/role', {
      roleName: '采购员',
      roleCode: 'buyer',
      roleStatus: '正常',
      dataScope: '本人',
    });
    const { id } = await save('sys/directory', {
      directoryName: '域',
      loginMethod: 'ad',
      sysOrgId,
      groupRoles: '采购=buyer',
      directoryStatus: '停用',
    });
    const trial = async () => (await app.call<DirectoryTrial>(admin, 'POST', `sys/directory/trial/${String(id)}`)).data;
    const run = async () => {
      expect((await app.call(admin, 'POST', `sys/directory/run/${String(id)}`)).code).toBe(20000);
      await app.server.jobs.runDue();
    };
    const personOf = async (account: string) => {
      const { data } = await app.call<{ items: AnyRow[] }>(admin, 'GET', `sys/user/select-page?eq=userAccount:${account}`);
      return data.items[0];
    };
    const names = (await trial()).lines.added.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['张伟', '李四', '王五']));
    await run();
    expect(await personOf('zhangwei')).toMatchObject({
      userName: '张伟',
      sysDeptIdLabel: '研发部',
      userStatus: '正常',
      sysRoleIds: [role['id']],
    });
    expect(await personOf('lisi')).toMatchObject({ sysDeptIdLabel: '测试组', sysRoleIds: [role['id']] });
    expect((await login('zhangwei', domainPassword)).code).toBe(20000);
    domain.tool('group', 'removemembers', '采购', 'lisi');
    domain.tool('user', 'disable', 'zhangwei');
    await run();
    expect(await personOf('lisi')).toMatchObject({ sysRoleIds: [] });
    expect(await personOf('zhangwei')).toMatchObject({ userStatus: '停用' });
  });
});
