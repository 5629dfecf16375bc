import type { AnyRow } from '@back-office/contract/resource/row.ts';
import fc from 'fast-check';
import { buildStaff, resources, staffPlan } from '@back-office/app/testing/server/random-staff.ts';
import { Staff } from '@back-office/app/testing/server/staff.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { hashOfApiKey, newApiKey } from '@back-office/server/identity/api-keys/api-key.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

/*
 * Whoever makes a key for somebody else knows it, and could use it when that person is later given more. So the key never does more than its maker may
 * at that moment either (docs/decisions/0072-api-keys.md).
 */
let app: TestApp;
let admin: string;
let staff: Staff;
beforeAll(async () => {
  app = await openTestApp({ keyCallsPerMinute: 0 });
  admin = await app.admin();
  staff = new Staff(app);
});
afterAll(() => app.drop());

const expireTime = new Date(Date.now() + 30 * 86_400_000).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' });
async function keyBy(maker: string, sysUserId: string, tokenRights: readonly string[]): Promise<string> {
  const posted = { tokenName: '考勤同步', sysUserId, tokenRights, expireTime };
  const { data, message } = await app.call<{ token?: string } | undefined>(maker, 'POST', 'sys/token/save', posted);
  return data?.token ?? expect.fail(message);
}
const query = (text: string, values: unknown[] = []) => app.database.pool.query(text, values);
const codeOf = async (token: string | undefined, path: string) => (await app.call(token, 'GET', path)).code;
async function seen(token: string | undefined, resource: string): Promise<Set<string>> {
  const { code, data } = await app.call<{ items: { id: string }[] }>(token, 'GET', `${resource}/select-page?limit=100`);
  return new Set(code === 20000 ? data.items.map(({ id }) => id) : []);
}

describe('an API key that a person made for another', () => {
  const listed = ['sys/user:write', 'sys/org:read', 'sys/dict:write'];
  const made = async () => {
    const [top, side] = [await staff.org(), await staff.org()];
    const below = await staff.org(top);
    const grants = { 'sys/token': ['write'], 'sys/user': ['write'], 'sys/org': ['read'], 'sys/role': ['read'] };
    const maker = await staff.signedIn(top, [await staff.role({ dataScope: '本机构及下级', grants })]);
    const weaker = await staff.role({ dataScope: '本机构', grants: { 'sys/user': ['read'], 'sys/org': ['read'] } });
    const owner = await staff.signedIn(below, [weaker]);
    return { top, side, below, maker, owner, key: await keyBy(maker.token, owner.userId, listed) };
  };
  let world: Awaited<ReturnType<typeof made>>;
  beforeEach(async () => {
    world = await made();
  });
  const promote = async (grants: Readonly<Record<string, readonly string[]>>, dataScope = '全部') =>
    query('INSERT INTO sys_user_role VALUES ($1, $2)', [world.owner.userId, await staff.role({ dataScope, grants })]);

  it('does what the owner may, as far as the list says, as any key does', async () => {
    expect(await seen(world.key, 'sys/user')).toEqual(await seen(world.owner.token, 'sys/user'));
    expect(await codeOf(world.key, 'sys/org/select-page')).toBe(20000);
    expect(await codeOf(world.key, 'sys/dict/select-page')).toBe(40300);
  });

  it('gains no right that its maker lacks when the owner is given one', async () => {
    await promote({ 'sys/dict': ['write'] });
    expect([await codeOf(world.owner.token, 'sys/dict/select-page'), await codeOf(world.key, 'sys/dict/select-page')]).toEqual([
      20000, 40300,
    ]);
    const own = await keyBy(admin, world.owner.userId, listed);
    expect(await codeOf(own, 'sys/dict/select-page')).toBe(20000);
  });

  it('gains no record that its maker does not reach when the owner’s data scope widens, to read or to write', async () => {
    await promote({ 'sys/user': ['write'], 'sys/org': ['read'] });
    const stranger = await staff.person(world.side, []);
    expect([...(await seen(world.owner.token, 'sys/user'))]).toContain(stranger);
    expect(await seen(world.key, 'sys/user')).toEqual(await seen(world.maker.token, 'sys/user'));
    expect(await seen(world.key, 'sys/org')).toEqual(new Set([world.top, world.below]));
    expect(await codeOf(world.key, `sys/user/select/${stranger}`)).toBe(40400);
    const posted = { userAccount: 'kept-outside', userName: '外', sysOrgId: world.side };
    expect((await app.call(world.key, 'POST', 'sys/user/save', posted)).code).toBe(40000);
    expect((await app.call(world.owner.token, 'POST', 'sys/user/save', posted)).code).toBe(20000);
  });

  it('gives nobody what its maker may not give, though its owner may', async () => {
    await promote({ 'sys/user': ['write'], 'sys/dict': ['write'] });
    const role = await staff.role({ dataScope: '本机构', grants: { 'sys/user': ['read'] } });
    const given = await staff.role({ dataScope: '全部', grants: { 'sys/user': ['read'] } });
    const id = await staff.person(world.below, []);
    const give = (token: string, roleId: string, version: number) =>
      app.call(token, 'POST', 'sys/user/save', { id, version, sysRoleIds: [roleId] });
    expect(await give(world.key, given, 1)).toMatchObject({ code: 40300 });
    expect(await give(world.key, role, 1)).toMatchObject({ code: 20000 });
    expect(await give(world.owner.token, given, 2)).toMatchObject({ code: 20000 });
  });

  it('touches no account that its maker may not touch, its owner’s among them, nor what acts later with the owner’s rights', async () => {
    await promote({ 'sys/user': ['write'], 'sys/dict': ['write'], 'sys/webhook': ['write'] });
    const listing = await keyBy(admin, world.owner.userId, [...listed, 'sys/webhook:write']);
    await query(`UPDATE sys_token SET create_user = $2 WHERE sys_user_id = $1`, [world.owner.userId, world.maker.userId]);
    await query('INSERT INTO sys_user_role VALUES ($1, $2)', [
      world.maker.userId,
      await staff.role({ dataScope: '本机构及下级', grants: { 'sys/webhook': ['write'] } }),
    ]);
    const renamed = { id: world.owner.userId, version: 1, userAccount: `renamed-${world.owner.account}` };
    const webhook = { webhookName: '同步', webhookUrl: 'https://example.com/hook', events: ['sys/user:added'] };
    for (const token of [world.key, world.maker.token])
      expect(await app.call(token, 'POST', 'sys/user/save', renamed)).toMatchObject({ code: 40300 });
    expect(await app.call(listing, 'POST', 'sys/webhook/save', webhook)).toMatchObject({
      code: 40300,
      message: '他人建立的接口密钥不能管理推送',
    });
    expect(await app.call(world.owner.token, 'POST', 'sys/webhook/save', webhook)).toMatchObject({ code: 20000 });
    expect(await app.call(world.owner.token, 'POST', 'sys/user/save', renamed)).toMatchObject({ code: 20000 });
  });

  it('adds nobody: its maker and its owner would both know the new password, and one of them may soon have too few rights for it', async () => {
    await promote({ 'sys/user': ['write'], 'sys/org': ['read'] });
    const posted = { userAccount: `new-${world.owner.account}`, userName: '新人', sysOrgId: world.below };
    const refused = { code: 40300, message: '他人建立或移交的接口密钥不能新增用户，请使用本人在个人中心建立或管理员建立的密钥' };
    const add = (path: string, body: object, key = world.key) => app.call<AnyRow>(key, 'POST', `sys/user/${path}`, body);
    expect(await add('save-batch?dryRun=true', [posted])).toMatchObject(refused);
    expect(await add('save-batch', [posted])).toMatchObject(refused);
    expect(await add('save', posted)).toMatchObject(refused);
    // A password of a key by an administrator is that of its owner.
    const { data } = await add('save', posted, await keyBy(admin, world.owner.userId, listed));
    const password = String(data['oneTimePassword']);
    expect((await app.login(posted.userAccount, password)).code).toBe(20000);
    await query('INSERT INTO sys_user_role SELECT $1, target_id FROM sys_user_role WHERE owner_id = $2', [data['id'], world.maker.userId]);
    expect((await app.login(posted.userAccount, password)).code).toBe(40002);
  });

  it.each([
    ['is disabled', `UPDATE sys_user SET user_status = '停用' WHERE id = $1`],
    ['is deleted', 'DELETE FROM sys_user WHERE id = $1'],
  ])('ends when its maker %s: they still know it', async (_what, gone) => {
    await query(gone, [world.maker.userId]);
    expect(await codeOf(world.key, 'sys/user/select-page')).toBe(40003);
  });

  describe('and that was handed to yet another', () => {
    const handOver = async (token: string, key: string, sysUserId: string) => {
      const { rows } = await query('SELECT id, version FROM sys_token WHERE token_hash = $1', [hashOfApiKey(key)]);
      return app.call(token, 'POST', 'sys/token/save', { ...rows[0], sysUserId });
    };

    it('gains no right that whoever handed it over lacks, though its maker is an administrator: they may know it', async () => {
      const key = await keyBy(admin, world.maker.userId, listed);
      expect(await handOver(world.maker.token, key, world.owner.userId)).toMatchObject({ code: 20000 });
      await promote({ 'sys/dict': ['write'], 'sys/org': ['read'] });
      expect([await codeOf(world.owner.token, 'sys/dict/select-page'), await codeOf(key, 'sys/dict/select-page')]).toEqual([20000, 40300]);
      expect(await seen(key, 'sys/org')).toEqual(new Set([world.top, world.below]));
      // Nor does another handing over, by an administrator, free it.
      expect(await handOver(admin, key, world.maker.userId)).toMatchObject({ code: 20000 });
      expect(await handOver(admin, key, world.owner.userId)).toMatchObject({ code: 20000 });
      expect(await codeOf(key, 'sys/dict/select-page')).toBe(40300);
      expect(await seen(key, 'sys/org')).toEqual(new Set([world.top, world.below]));
    });

    it('gains no right that its maker lacks, whoever handed it over', async () => {
      const another = await staff.signedIn(world.below, []);
      expect(await handOver(admin, world.key, another.userId)).toMatchObject({ code: 20000 });
      const grants = { 'sys/dict': ['write'], 'sys/org': ['read'] };
      await query('INSERT INTO sys_user_role VALUES ($1, $2)', [another.userId, await staff.role({ dataScope: '全部', grants })]);
      expect(await codeOf(another.token, 'sys/dict/select-page')).toBe(20000);
      expect(await codeOf(world.key, 'sys/dict/select-page')).toBe(40300);
      expect(await seen(world.key, 'sys/org')).toEqual(new Set([world.top, world.below]));
    });

    it('reaches what both its maker and whoever handed it over reach, and what is its owner’s own', async () => {
      const grants = { 'sys/token': ['write'], 'sys/user': ['write'], 'sys/org': ['read'] };
      const clerk = await staff.signedIn(world.side, [await staff.role({ dataScope: '自定义', orgs: [world.below, world.side], grants })]);
      const another = await staff.signedIn(world.below, []);
      await query('INSERT INTO sys_user_role VALUES ($1, $2)', [
        clerk.userId,
        await staff.role({ dataScope: '自定义', orgs: [world.below, world.side], grants: { 'sys/dict': ['read'] } }),
      ]);
      expect(await handOver(clerk.token, world.key, another.userId)).toMatchObject({ code: 20000 });
      await query('INSERT INTO sys_user_role VALUES ($1, $2)', [
        another.userId,
        await staff.role({ dataScope: '全部', grants: { 'sys/org': ['read'], 'sys/dict': ['read'] } }),
      ]);
      expect(await seen(another.token, 'sys/org')).toContain(world.top);
      expect(await seen(world.key, 'sys/org')).toEqual(new Set([world.below]));
      expect(await codeOf(world.key, 'sys/dict/select-page')).toBe(40300);
    });

    it.each([
      ['disabled', `UPDATE sys_user SET user_status = '停用' WHERE id = $1`],
      ['deleted', 'DELETE FROM sys_user WHERE id = $1'],
    ])('ends when whoever handed it over is %s', async (_what, gone) => {
      const key = await keyBy(admin, world.maker.userId, listed);
      expect(await handOver(world.maker.token, key, world.owner.userId)).toMatchObject({ code: 20000 });
      expect(await codeOf(key, 'sys/user/select-page')).toBe(20000);
      await query(gone, [world.maker.userId]);
      expect(await codeOf(key, 'sys/user/select-page')).toBe(40003);
    });

    it('is not limited by its own owner, who got it back', async () => {
      const key = await keyBy(admin, world.maker.userId, ['sys/dict:write']);
      expect(await handOver(world.maker.token, key, world.owner.userId)).toMatchObject({ code: 20000 });
      expect(await handOver(admin, key, world.maker.userId)).toMatchObject({ code: 20000 });
      await query('INSERT INTO sys_user_role VALUES ($1, $2)', [
        world.maker.userId,
        await staff.role({ dataScope: '全部', grants: { 'sys/dict': ['write'] } }),
      ]);
      expect(await codeOf(key, 'sys/dict/select-page')).toBe(20000);
    });
  });

  it('is not limited by a maker who is an administrator', async () => {
    const key = await keyBy(admin, world.owner.userId, listed);
    await promote({ 'sys/user': ['read'] });
    expect(await seen(key, 'sys/user')).toEqual(await seen(world.owner.token, 'sys/user'));
  });
});

it('over random organisations, roles and people, a key shows what both its owner and its maker see, and what is the owner’s own', async () => {
  let shown = 0;
  await fc.assert(
    fc.asyncProperty(staffPlan, async (planned) => {
      const { people, tokens } = await buildStaff(app, planned);
      for (const [owner, ownerId] of people.entries())
        for (const [maker, makerId] of people.entries()) {
          const key = newApiKey();
          const rights = resources.map((name) => `${name}:write`);
          await query(
            `INSERT INTO sys_token (id, token_name, sys_user_id, create_user, token_rights, expire_time, token_status, token_hash)
              VALUES (gen_random_uuid(), '随机', $1, $2, $3, now() + interval '1 day', '正常', $4)`,
            [ownerId, makerId, rights, hashOfApiKey(key)],
          );
          for (const resource of ['sys/user', 'sys/org']) {
            const [byKey, byOwner, byMaker] = await Promise.all([key, tokens[owner], tokens[maker]].map((token) => seen(token, resource)));
            // What is somebody's own (本人) is left out: the maker's own is not the owner's, and the owner's own needs no reach.
            const others = (some: ReadonlySet<string> = new Set()) => new Set(some).difference(new Set([ownerId, makerId]));
            expect(others(byKey)).toEqual(others(byOwner).intersection(others(byMaker)));
            expect(byKey?.isSubsetOf(byOwner ?? new Set())).toBe(true);
            shown += byKey?.size ?? 0;
          }
        }
    }),
    { seed: 20261, numRuns: 6, endOnFailure: true },
  );
  // The property proves something only if keys show records.
  expect(shown).toBeGreaterThan(50);
}, 120_000);
