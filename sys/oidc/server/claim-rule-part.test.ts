import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { openProviderApp, type ProviderApp } from '@back-office/app/testing/server/open-provider-app.ts';
import type { Session, TestApp } from '@back-office/app/testing/server/test-app.ts';
import { Visitor } from '@back-office/app/testing/server/visitor.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let at: ProviderApp;
let app: TestApp;
beforeAll(async () => {
  at = await openProviderApp();
  ({ app } = at);
});
afterAll(() => at.stop());

describe('claim rules', () => {
  const roleOf = async (code: string): Promise<string> => {
    const { data } = await app.call<{ id: string }>(await app.admin(), 'POST', 'sys/role/save', { roleName: code, roleCode: code });
    return data.id;
  };
  const rule = async (token: string, more: object) =>
    app.call<AnyRow>(token, 'POST', 'sys/claim-rule/save', {
      ruleName: '人事',
      loginMethod: 'corp',
      claimName: 'groups',
      claimValue: 'group of p-8',
      ...more,
    });
  const rolesOf = async (userId: string): Promise<unknown> =>
    (await app.call(await app.admin(), 'GET', `sys/user/select/${userId}`)).data['sysRoleIds'];

  it('assign roles and an organisation at sign-in, withdraw roles that no longer match, and touch no other role', async () => {
    const admin = await app.admin();
    const [visitor, other] = [new Visitor(at), await app.userWith({ 'sys/dict': ['read'] })];
    const own = (await rolesOf(other.userId)) as string[];
    const [hr, sales] = [await roleOf('oidc-hr'), await roleOf('oidc-sales')];
    const { data: org } = await app.call<{ id: string }>(admin, 'POST', 'sys/org/save', { orgName: '门户公司', orgCode: 'oidc-org' });
    const fits = await rule(admin, { sysRoleId: hr, sysOrgId: org.id });
    await rule(admin, { claimValue: 'group of somebody else', sysRoleId: sales });
    const trial = { loginMethod: 'corp', claims: { groups: ['x', 'group of p-8'] } };
    expect((await app.call(admin, 'POST', 'sys/claim-rule/trial', trial)).data).toEqual({
      rules: ['人事'],
      roles: ['oidc-hr'],
      without: ['oidc-sales'],
      org: '门户公司',
    });
    await app.call(admin, 'POST', 'sys/user/save', { id: other.userId, version: await versionOf(other), sysRoleIds: [...own, sales] });
    await visitor.link('p-8', other);
    expect(await rolesOf(other.userId)).toEqual(expect.arrayContaining([...own, hr]));
    expect(await rolesOf(other.userId)).toHaveLength(own.length + 1);
    const { data: person } = await app.call(admin, 'GET', `sys/user/select/${other.userId}`);
    expect(person['sysOrgId']).toBe(org.id);
    const { rows } = await app.database.pool.query(
      `SELECT count(*)::int AS lines FROM sys_log_opt WHERE target_id = $1 AND request_path = 'claim-rule'`,
      [other.userId],
    );
    expect(rows).toEqual([{ lines: 1 }]);
    const before = await versionOf(other);
    await visitor.exchange(await visitor.come('p-8'));
    expect(await versionOf(other)).toBe(before);
    await app.call(admin, 'POST', 'sys/claim-rule/save', { ...fits.data, claimValue: 'group of nobody' });
    await visitor.exchange(await visitor.come('p-8'));
    expect(await rolesOf(other.userId)).toEqual(own);
    const { rows: kept } = await app.database.pool.query(`SELECT signed_in_by::text AS by FROM sys_session WHERE sys_user_id = $1`, [
      other.userId,
    ]);
    expect(JSON.stringify(kept)).not.toContain('group of');
  });

  it('assign nothing that their author may not grant, and do not block the sign-in', async () => {
    const [visitor, other] = [new Visitor(at), await app.userWith({})];
    const author = await app.userWith({ 'sys/claim-rule': ['read', 'add', 'edit'], 'sys/user': ['read', 'edit'], 'sys/role': ['read'] });
    const { rows } = await app.database.pool.query<{ id: string }>(`SELECT id FROM sys_role WHERE role_code = 'admin'`);
    const own = await rolesOf(other.userId);
    await rule(author.token, { claimValue: 'group of p-9', sysRoleId: rows[0]?.id });
    await visitor.link('p-9', other);
    expect(await rolesOf(other.userId)).toEqual(own);
  });

  it('withdraw a role, and assign another, though their author may not grant a third that fits as well', async () => {
    const [visitor, other] = [new Visitor(at), await app.userWith({})];
    const author = await app.userWith({ 'sys/claim-rule': ['read', 'add', 'edit'], 'sys/user': ['read', 'edit'], 'sys/role': ['read'] });
    const [left, joined] = [await roleOf('oidc-left'), await roleOf('oidc-joined')];
    const { rows } = await app.database.pool.query<{ id: string }>(`SELECT id FROM sys_role WHERE role_code = 'admin'`);
    await rule(author.token, { claimValue: 'group of nobody', sysRoleId: left });
    await rule(author.token, { claimValue: 'group of p-10', sysRoleId: joined });
    await rule(author.token, { claimValue: 'group of p-10', sysRoleId: rows[0]?.id });
    const own = (await rolesOf(other.userId)) as string[];
    const given = { id: other.userId, version: await versionOf(other), sysRoleIds: [...own, left] };
    expect((await app.call(await app.admin(), 'POST', 'sys/user/save', given)).code).toBe(20000);
    await visitor.link('p-10', other);
    expect(new Set((await rolesOf(other.userId)) as string[])).toEqual(new Set([...own, joined]));
  });

  it('assign nothing to a second account that the same visitor links: the first keeps the link, and the second is refused', async () => {
    const [visitor, first, second] = [new Visitor(at), await app.userWith({}), await app.userWith({})];
    const role = await roleOf('oidc-once');
    await rule(await app.admin(), { claimValue: 'group of p-30', sysRoleId: role });
    const own = await rolesOf(second.userId);
    const [toFirst, toSecond] = [await visitor.ticketToLink('p-30'), await visitor.ticketToLink('p-30')];
    expect((await visitor.linkBy(toFirst, first)).code).toBe(20000);
    expect((await visitor.linkBy(toSecond, second)).code).toBe(40900);
    expect(await rolesOf(first.userId)).toContain(role);
    expect(await rolesOf(second.userId)).toEqual(own);
  });

  describe('for an account that somebody else assigned', () => {
    const linker = { 'sys/linked-account': ['read', 'add', 'edit', 'delete'], 'sys/user': ['read', 'edit'], 'sys/role': ['read'] };
    const assign = async (token: string, subject: string, { userId }: Session) => {
      const row = { externalName: subject, loginMethod: 'corp', issuer: at.provider.issuer, subject, sysUserId: userId };
      expect((await app.call(token, 'POST', 'sys/linked-account/save', row)).code).toBe(20000);
    };
    const enter = async (visitor: Visitor, subject: string) =>
      expect((await visitor.exchange(await visitor.come(subject))).code).toBe(20000);
    /** A role that nobody but an administrator may give. */
    const strongRole = async (code: string): Promise<string> => {
      const role = await roleOf(code);
      const statement = `INSERT INTO sys_role_function
        SELECT $1, id, 'delete' FROM sys_function WHERE function_component = 'sys/dict/list' ORDER BY id LIMIT 1`;
      expect((await app.database.pool.query(statement, [role])).rowCount).toBe(1);
      return role;
    };

    it('give its owner only what whoever assigned it may give too, and withdraw what their author may withdraw', async () => {
      const [visitor, manager] = [new Visitor(at), await app.userWith(linker)];
      const [strong, weak, left] = [await strongRole('oidc-strong'), await roleOf('oidc-weak'), await strongRole('oidc-strong-left')];
      const admin = await app.admin();
      for (const sysRoleId of [strong, weak]) await rule(admin, { claimValue: 'group of p-31', sysRoleId });
      await rule(admin, { claimValue: 'group of nobody', sysRoleId: left });
      const own = (await rolesOf(manager.userId)) as string[];
      await assign(manager.token, 'p-31', manager);
      await enter(visitor, 'p-31');
      expect(new Set((await rolesOf(manager.userId)) as string[])).toEqual(new Set([...own, weak]));
      const other = await app.userWith({});
      const before = (await rolesOf(other.userId)) as string[];
      const { data: link } = await app.call<{ items: AnyRow[] }>(
        admin,
        'GET',
        'sys/linked-account/select-page?index=0&limit=10&like=subject:p-31',
      );
      const moved = { ...link.items[0], sysUserId: other.userId };
      expect((await app.call(manager.token, 'POST', 'sys/linked-account/save', moved)).code).toBe(20000);
      const given = { id: other.userId, version: await versionOf(other), sysRoleIds: [...before, left] };
      expect((await app.call(admin, 'POST', 'sys/user/save', given)).code).toBe(20000);
      await enter(visitor, 'p-31');
      expect(new Set((await rolesOf(other.userId)) as string[])).toEqual(new Set([...before, weak]));
      await app.database.pool.query("UPDATE sys_user SET user_status = '停用' WHERE id = $1", [manager.userId]);
      await rule(admin, { claimValue: 'group of p-31', sysRoleId: await roleOf('oidc-later') });
      await enter(visitor, 'p-31');
      expect(await rolesOf(other.userId)).toHaveLength(before.length + 1);
    });

    it('give what they give anybody if an administrator assigned it', async () => {
      const [visitor, other, admin] = [new Visitor(at), await app.userWith({}), await app.admin()];
      const strong = await strongRole('oidc-strong-too');
      await rule(admin, { claimValue: 'group of p-32', sysRoleId: strong });
      await assign(admin, 'p-32', other);
      await enter(visitor, 'p-32');
      expect(await rolesOf(other.userId)).toContain(strong);
    });
  });

  const versionOf = async ({ userId }: Session): Promise<number> =>
    Number((await app.call(await app.admin(), 'GET', `sys/user/select/${userId}`)).data['version']);
});
