import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pngOf } from '@back-office/server/testing/file-samples.ts';
import { Staff } from '@back-office/app/testing/server/staff.ts';
import { openTestApp, type Session, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';
import { fetchPath, sendFile } from '@back-office/app/testing/server/uploads.ts';
import type { RolePreviewAnswer } from '../role-preview.ts';

let app: TestApp;
let staff: Staff;
beforeAll(async () => {
  app = await openTestApp({ watermark: ['marked'] });
  staff = new Staff(app);
});
afterAll(() => app.drop());

const query = async (text: string, values: unknown[] = []) => (await app.database.pool.query<Record<string, unknown>>(text, values)).rows;
const preview = (token: string, roleId: string) => app.call<RolePreviewAnswer>(token, 'POST', `sys/role/preview/${roleId}`);
const previewing = async (token: string, roleId: string): Promise<string> => (await preview(token, roleId)).data.credentials.accessToken;
const lines = async (userId: string) =>
  (await query(`SELECT opt_type FROM sys_log_opt WHERE create_user = $1 AND opt_type LIKE '%预览%' ORDER BY opt_time`, [userId])).map(
    ({ opt_type: type }) => type,
  );
const grants = (words: Readonly<Record<string, readonly string[]>>) => staff.role({ dataScope: '全部', grants: words });
const boss = () => app.userWith({ 'sys/role': ['edit', 'read'], 'sys/user': ['write'], 'sys/dict': ['write'] });

describe('what a role preview shows', () => {
  const seen = ['sys/user', 'sys/org', 'sys/log-opt', 'sys/dict', 'sys/sms'];
  const dataScopes = ['全部', '本机构及下级', '本机构', '自定义', '本人'];
  const places = fc.nat({ max: 4 });
  const plan = fc.record({
    parents: fc.array(fc.option(places), { minLength: 5, maxLength: 5 }),
    home: fc.option(places, { freq: 8 }),
    roles: fc.array(
      fc.record({
        dataScope: fc.constantFrom(...dataScopes),
        orgs: fc.uniqueArray(places, { maxLength: 3 }),
        grants: fc.record(Object.fromEntries(seen.map((name) => [name, fc.subarray(['read', 'add', 'export', 'write'])]))),
      }),
      { minLength: 3, maxLength: 3 },
    ),
  });

  const idsOf = async (token: string) =>
    Promise.all(
      seen.map(async (resource) => {
        const { code, data } = await app.call<{ items: { id: string; optStatus?: string }[] }>(
          token,
          'GET',
          `${resource}/select-page?index=0&limit=1000`,
        );
        // Refusals during this comparison are logged meanwhile, so they are left out.
        return code === 20000 ? new Set(data.items.filter(({ optStatus }) => optStatus !== '失败').map(({ id }) => id)) : code;
      }),
    );

  it('is what the person would see with that role, limited to what they can see themselves', async () => {
    let shared = 0;
    await fc.assert(
      fc.asyncProperty(plan, async ({ parents, home, roles }) => {
        const orgs: string[] = [];
        for (const [at, parent] of parents.entries())
          orgs.push(await staff.org(parent === null || parent >= at ? null : (orgs[parent] ?? null)));
        const org = (at: number): string => orgs[at] ?? '';
        const [shown = '', ...held] = await Promise.all(roles.map((role) => staff.role({ ...role, orgs: role.orgs.map(org) })));
        const gate = await staff.role({ dataScope: '本人', grants: { 'sys/role': ['edit', 'read'] } });
        const viewer = await staff.signedIn(home === null ? null : org(home), [gate, ...held]);
        for (const place of [0, 1, 2, 3, 4]) {
          const person = await staff.person(org(place), []);
          if (place % 2 === 0) await query('UPDATE sys_user SET create_user = $1 WHERE id = $2', [viewer.userId, person]);
          await query(
            `INSERT INTO sys_log_opt (id, user_account, user_name, opt_module, opt_type, opt_status, create_user)
              VALUES (gen_random_uuid(), 'x', 'x', 'x', 'x', '成功', $1)`,
            [person],
          );
        }
        const through = await previewing(viewer.token, shown);
        const [own, previewed] = [await idsOf(viewer.token), await idsOf(through)];
        await query('DELETE FROM sys_user_role WHERE owner_id = $1', [viewer.userId]);
        await query('INSERT INTO sys_user_role VALUES ($1, $2)', [viewer.userId, shown]);
        const asRole = await idsOf(viewer.token);
        for (const [at, resource] of seen.entries()) {
          const [mine, theirs, is] = [own[at], asRole[at], previewed[at]];
          const expected = mine instanceof Set && theirs instanceof Set ? [...theirs.intersection(mine)].toSorted() : 40300;
          expect({ resource, is: is instanceof Set ? [...is].toSorted() : is }).toEqual({ resource, is: expected });
          if (is instanceof Set && theirs instanceof Set && is.size > 0 && is.size < theirs.size) shared += 1;
        }
      }),
      { seed: 64, numRuns: 25, endOnFailure: true },
    );
    // The test is meaningful only if the two differ often enough.
    expect(shared).toBeGreaterThan(5);
  }, 120_000);

  it('is, for an administrator, the menus and rights of the role and no more', async () => {
    const role = await grants({ 'sys/dict': ['read', 'add'] });
    const through = await previewing(await app.admin(), role);
    const { data } = await app.call<{ roles: string[]; functions: { functionPermission: string }[] }>(
      through,
      'GET',
      'sys/user/select-roles',
    );
    expect(data.functions.map(({ functionPermission }) => functionPermission)).toEqual(['read,add']);
    expect((await app.call(through, 'GET', 'sys/user/select-page')).code).toBe(40300);
    expect((await app.call(through, 'GET', 'sys/dict/select-page')).code).toBe(20000);
  });

  it('follows changes to the role, and ends when the role is disabled', async () => {
    const { token } = await boss();
    const role = await grants({ 'sys/dict': ['read'] });
    const through = await previewing(token, role);
    await query('DELETE FROM sys_role_function WHERE sys_role_id = $1', [role]);
    expect((await app.call(through, 'GET', 'sys/dict/select-page')).code).toBe(40300);
    await query(`UPDATE sys_role SET role_status = '停用' WHERE id = $1`, [role]);
    expect(await app.call(through, 'GET', 'sys/dict/select-page')).toMatchObject({ code: 41003, message: '预览的角色已停用或已删除' });
    expect((await app.call(token, 'GET', 'sys/dict/select-page')).code).toBe(20000);
  });

  it('excludes files that the role does not show, and exports made with other rights', async () => {
    const person = await boss();
    const record = { otcId: await staff.person(null, []), otcType: 'sys/user' };
    const other = await boss();
    await sendFile(app, other.token, { name: 'a.png', bytes: pngOf(4, 4), fields: record });
    const role = await staff.role({ dataScope: '本机构', grants: { 'sys/user': ['read', 'export'] } });
    const exported = '01890000-0000-7000-8000-000000000001';
    await query(
      `INSERT INTO sys_export (id, create_user, resource, title, file_name, query, storage_key, file_size, reach)
        VALUES ($1, $2, 'sys/user', 'x', 'x.xlsx', '{}', 'x', 1, '[null,"本机构 "]')`,
      [exported, person.userId],
    );
    const through = await previewing(person.token, role);
    expect((await app.call(through, 'GET', `sys/export/download/${exported}`)).code).toBe(40300);
    expect((await app.call(through, 'POST', 'sys/user/export', {})).code).toBe(40300);
    const files = (token: string) =>
      app.call<{ filePath: string }[]>(token, 'GET', `file/select?otcId=${record.otcId}&otcType=${record.otcType}`);
    const [own] = (await files(person.token)).data;
    expect((await fetchPath(app, own?.filePath ?? '')).status).toBe(200);
    expect((await files(through)).code).toBe(40400);
    // The path is bound to the session that it was signed for.
    await app.call(person.token, 'POST', 'logout');
    expect((await fetchPath(app, own?.filePath ?? '')).status).toBe(403);
  });
});

describe('a role preview', () => {
  it('changes nothing: every call that is not a read is refused', async () => {
    const { token } = await boss();
    const through = await previewing(token, await grants({ 'sys/user': ['write'], 'sys/dict': ['write'], 'sys/role': ['write'] }));
    const open = new Set([
      'logout',
      'session/lock',
      'session/unlock',
      'session/watermark-removed',
      'live/ticket',
      'live/watch',
      'live/watch/:id',
    ]);
    const routes = [...app.server.declaredRights].filter(([, right]) => right !== 'public').map(([route]) => route.split(' '));
    let refused = 0;
    for (const [method = '', url = ''] of routes) {
      const path = url.replace('/api/', '');
      if (method === 'GET' || open.has(path)) continue;
      const { code, message } = await app.call(
        through,
        method as 'POST',
        path.replaceAll(/:\w+/g, '01890000-0000-7000-8000-000000000000'),
        {},
      );
      expect({ path, code, message }).toMatchObject({
        path,
        code: 40300,
        message: expect.stringContaining('预览，只能查看，不能修改') as string,
      });
      refused += 1;
    }
    expect(refused).toBeGreaterThan(100);
  });

  it('can be opened only by a person who may edit grants, and not from within another preview', async () => {
    const role = await grants({ 'sys/role': ['write'] });
    const reader = await app.userWith({ 'sys/role': ['read', 'add'] });
    expect((await preview(reader.token, role)).code).toBe(40300);
    const person = await boss();
    expect((await preview(await previewing(person.token, role), role)).code).toBe(40300);
    const [admin] = await query(`SELECT id FROM sys_role WHERE role_code = 'admin'`);
    expect(await preview(person.token, String(admin?.['id']))).toMatchObject({ code: 40300, message: '管理员角色拥有全部权限，无需预览' });
    const disabled = await staff.role({ dataScope: '全部', grants: {}, status: '停用' });
    expect((await preview(person.token, disabled)).code).toBe(40300);
    expect((await preview(person.token, '01890000-0000-7000-8000-000000000000')).code).toBe(40400);
  });

  it('is recorded in the operation log when it begins and when it ends', async () => {
    const person = await boss();
    const role = await grants({ 'sys/dict': ['read'] });
    const through = await previewing(person.token, role);
    expect(await lines(person.userId)).toEqual(['预览角色']);
    expect((await app.call(through, 'POST', 'logout')).code).toBe(20000);
    expect(await lines(person.userId)).toEqual(['预览角色', '退出预览']);
    expect((await app.call(through, 'GET', 'sys/dict/select-page')).code).toBe(40003);
    expect((await app.call(person.token, 'GET', 'sys/dict/select-page')).code).toBe(20000);
  });

  const over: Record<string, (person: Session) => Promise<unknown>> = {
    'signing out': ({ token }) => app.call(token, 'POST', 'logout'),
    'a forced logout': ({ userId }) =>
      query(`UPDATE sys_session SET end_time = now(), end_reason = '已下线' WHERE sys_user_id = $1 AND preview_of IS NULL`, [userId]),
    'another preview': async ({ token }) => preview(token, await grants({})),
    'deletion of the session': ({ userId }) => query('DELETE FROM sys_session WHERE sys_user_id = $1 AND preview_of IS NULL', [userId]),
  };
  it.each(Object.keys(over))('ends with the session that opened it: %s', async (how) => {
    const person = await boss();
    const through = await previewing(person.token, await grants({ 'sys/dict': ['read'] }));
    await over[how]?.(person);
    expect([40003, 41003]).toContain((await app.call(through, 'GET', 'sys/dict/select-page')).code);
  });

  it('locks and unlocks with the session that opened it, and does not count as a second sign-in', async () => {
    const person = await boss();
    const through = await previewing(person.token, await grants({ 'sys/dict': ['read'] }));
    const codes = async () =>
      Promise.all([through, person.token].map(async (token) => (await app.call(token, 'GET', 'sys/dict/select-page')).code));
    await app.call(through, 'POST', 'session/lock');
    expect(await codes()).toEqual([40304, 40304]);
    await app.call(person.token, 'POST', 'session/unlock', { password: userPassword });
    expect(await codes()).toEqual([20000, 20000]);
    expect(await query('SELECT id FROM sys_online WHERE sys_user_id = $1', [person.userId])).toHaveLength(1);
  });

  it('does not remove the watermark', async () => {
    const person = await boss();
    await query(`UPDATE sys_role SET role_code = 'marked' WHERE id IN (SELECT target_id FROM sys_user_role WHERE owner_id = $1)`, [
      person.userId,
    ]);
    const role = await grants({});
    await query(`UPDATE sys_role SET role_watermark = '不显示' WHERE id = $1`, [role]);
    const through = await previewing(person.token, role);
    expect((await app.call(through, 'GET', 'session/watermark')).data).toMatchObject({ userAccount: person.account });
  });
});
