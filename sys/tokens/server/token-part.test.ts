import { createHash, randomBytes } from 'node:crypto';
import { standardPermissions } from '@back-office/contract/resource/permission.ts';
import { office } from '@back-office/app/office.ts';
import { narrow } from '@back-office/server/identity/rights/narrow.ts';
import { mayCall } from '@back-office/server/platform/http/right.ts';
import { openTestApp, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Made {
  id: string;
  version: number;
  token: string;
}

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp({ keyCallsPerMinute: 0 });
  admin = await app.admin();
});
afterAll(() => app.drop());

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' });
const adminId = async (): Promise<string> => {
  const { rows } = await app.database.pool.query<{ id: string }>(`SELECT id FROM sys_user WHERE user_account = 'admin'`);
  return rows[0]?.id ?? expect.fail('no admin');
};

async function make(by: string, sysUserId: string, tokenRights: readonly string[], more: object = {}) {
  const posted = { tokenName: '考勤同步', sysUserId, tokenRights, expireTime: inDays(30), ...more };
  return app.call<Made>(by, 'POST', 'sys/token/save', posted);
}
async function keyOf(userId: string, rights: readonly string[], more: object = {}): Promise<string> {
  const { data, message } = await make(admin, userId, rights, more);
  return (data as Partial<Made> | undefined)?.token ?? expect.fail(message);
}

describe('an API key', () => {
  it('is shown once, stored as a hash, and works with and without the word Bearer', async () => {
    const { data } = await make(admin, await adminId(), ['sys/dict:read']);
    expect(data.token).toMatch(/^bo_[A-Za-z0-9_-]{43}[0-9a-f]{8}$/);
    expect((await app.call(data.token, 'GET', 'sys/dict/select-page')).code).toBe(20000);
    expect((await app.call(`Bearer ${data.token}`, 'GET', 'sys/dict/select-page')).code).toBe(20000);
    expect((await app.call(admin, 'GET', `sys/token/select/${data.id}`)).data).not.toHaveProperty('token');
    const { rows } = await app.database.pool.query(`SELECT t::text AS text FROM sys_token t UNION ALL SELECT l::text FROM sys_log_opt l`);
    expect(JSON.stringify(rows)).not.toContain(data.token.slice(3, 40));
  });

  it('can do what it lists, as far as its owner may at that moment, and nothing else', async () => {
    const person = await app.userWith({ 'sys/dict': ['read', 'add'], 'sys/org': ['read'] });
    const key = await keyOf(person.userId, ['sys/dict:read', 'sys/user:read']);
    const codes = async () =>
      Promise.all(['sys/dict', 'sys/org', 'sys/user'].map(async (name) => (await app.call(key, 'GET', `${name}/select-page`)).code));
    expect(await codes()).toEqual([20000, 40300, 40300]);
    expect((await app.call(key, 'POST', 'sys/dict/save', { dictLabel: 'a', dictValue: 'a' })).code).toBe(40300);
    await app.database.pool.query(
      `UPDATE sys_role_function SET function_permission = 'add'
      WHERE sys_role_id IN (SELECT target_id FROM sys_user_role WHERE owner_id = $1)`,
      [person.userId],
    );
    expect(await codes()).toEqual([40300, 40300, 40300]);
  });

  it('can write, and the operation log names it beside its owner', async () => {
    const key = await keyOf(await adminId(), ['sys/dict:write'], { tokenName: '字典同步' });
    const saved = await app.call<{ id: string }>(key, 'POST', 'sys/dict/save', { dictLabel: '由程序新增', dictValue: 'by-a-key' });
    expect(saved.code).toBe(20000);
    const { data } = await app.call<{ items: unknown[] }>(admin, 'GET', 'sys/log-opt/select-page?eq=optTarget:由程序新增');
    expect(data.items).toEqual([expect.objectContaining({ userAccount: 'admin', tokenName: '字典同步', optType: '新增' })]);
  });

  it('cannot create keys, change a password, end a session or open a socket, whatever it lists', async () => {
    const rights = office.resources.filter(({ name }) => name !== 'sys/token').map(({ name }) => `${name}:admin`);
    const key = await keyOf(await adminId(), rights);
    const { userId } = await app.userWith({});
    const { data: user } = await app.call(admin, 'GET', `sys/user/select/${userId}`);
    const refused = await Promise.all([
      make(key, userId, ['sys/dict:read']),
      app.call(key, 'GET', 'sys/token/select-page'),
      app.call(key, 'POST', 'sys/token/save-own', {}),
      app.call(key, 'PUT', 'sys/user/update-password?oldPassword=a&newPassword=b'),
      app.call(key, 'PUT', `sys/user/reset-password/${userId}`),
      app.call(key, 'POST', 'sys/user/save', { ...user, userPassword: 'Correct-Horse-9' }),
      app.call(key, 'POST', `sys/role/preview/${crypto.randomUUID()}`),
      app.call(key, 'POST', 'live/ticket'),
      app.call(key, 'DELETE', 'sys/user/end-other-sessions'),
      app.call(key, 'GET', 'logout'),
    ]);
    expect(refused.map(({ code }) => code)).toEqual(refused.map(() => 40300));
  });

  it('stops working when deleted, disabled, expired, used from elsewhere, mistyped, or when its owner is gone', async () => {
    const { userId } = await app.userWith({ 'sys/dict': ['read'] });
    const ask = async (key: string, address = '10.1.2.3') => {
      const { code, message } = await app.call(key, 'GET', 'sys/dict/select-page', undefined, { address });
      return code === 40003 ? message : code;
    };
    const keys = await Promise.all(Array.from({ length: 5 }, () => make(admin, userId, ['sys/dict:read'])));
    const [ended, disabled, expired, orphan, deleted] = keys.map(({ data }) => data);
    if (!ended || !disabled || !expired || !orphan || !deleted) return expect.fail('not made');
    expect(await Promise.all(keys.map(({ data }) => ask(data.token)))).toEqual(keys.map(() => 20000));
    await app.call(admin, 'DELETE', `sys/token/delete/${ended.id}`);
    await app.call(admin, 'POST', 'sys/token/save', { id: disabled.id, version: disabled.version, tokenStatus: '停用' });
    await app.database.pool.query(`UPDATE sys_token SET expire_time = now() WHERE id = $1`, [expired.id]);
    const near = await keyOf(userId, ['sys/dict:read'], { allowedAddresses: ['10.1.0.0/16', '::1'] });
    const dead = '接口密钥无效或已失效';
    expect([await ask(near), await ask(near, '::1'), await ask(near, '10.2.0.1')]).toEqual([20000, 20000, dead]);
    const six = await keyOf(userId, ['sys/dict:read'], { allowedAddresses: ['::/0'] });
    expect([await ask(six, '2001:db8::1'), await ask(six), await ask(six, '::ffff:10.1.2.3')]).toEqual([20000, dead, dead]);
    expect(await Promise.all([ended, disabled, expired].map(({ token }) => ask(token)))).toEqual([dead, dead, dead]);
    expect(await ask(orphan.token.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).toBe(dead);
    await app.database.pool.query(`UPDATE sys_user SET user_status = '停用' WHERE id = $1`, [userId]);
    expect(await ask(orphan.token)).toBe(dead);
    await app.database.pool.query(`UPDATE sys_user SET user_status = '正常' WHERE id = $1`, [userId]);
    expect((await app.call(admin, 'DELETE', `sys/user/delete/${userId}`)).code).toBe(20000);
    expect(await ask(deleted.token)).toBe(dead);
  });

  it('that was deleted does not appear in the recycle bin', async () => {
    const { data } = await make(admin, await adminId(), ['sys/dict:read'], { tokenName: '已结束的密钥' });
    await app.call(admin, 'DELETE', `sys/token/delete/${data.id}`);
    const bin = await app.call<{ total: number }>(admin, 'GET', 'sys/recycle/select-page?like=recycleName:已结束的密钥');
    expect(bin.data.total).toBe(0);
  });

  it('records when and from where it was last used', async () => {
    const { data } = await make(admin, await adminId(), ['sys/dict:read']);
    await app.call(data.token, 'GET', 'sys/dict/select-page', undefined, { address: '10.9.8.7' });
    const { data: row } = await app.call(admin, 'GET', `sys/token/select/${data.id}`);
    expect(row).toMatchObject({ lastUsedIp: '10.9.8.7', lastUsedTime: expect.stringMatching(/^\d{4}-/) });
  });
});

describe('creating an API key', () => {
  it('reports what is wrong with it, and stores nothing', async () => {
    const [id, before] = [await adminId(), await app.digest()];
    const wrong: [object, string][] = [
      [{ tokenRights: [] }, 'tokenRights'],
      [{ tokenRights: ['sys/nothing:read'] }, 'tokenRights'],
      [{ tokenRights: ['sys/token:read'] }, 'tokenRights'],
      [{ tokenRights: ['sys/user:fly'] }, 'tokenRights'],
      [{ tokenRights: ['sys/user'] }, 'tokenRights'],
      [{ expireTime: inDays(367) }, 'expireTime'],
      [{ expireTime: inDays(-1) }, 'expireTime'],
      [{ allowedAddresses: ['10.0.0.0/33'] }, 'allowedAddresses'],
      [{ allowedAddresses: ['office'] }, 'allowedAddresses'],
    ];
    for (const [more, field] of wrong) {
      const { code, data } = await make(admin, id, ['sys/dict:read'], more);
      expect([more, code, (data as unknown as { fields: { field: string }[] }).fields[0]?.field]).toEqual([more, 40000, field]);
    }
    expect(await app.digest()).toBe(before);
  });

  it('is refused for a person with rights the creator lacks, and so is handing a key to one', async () => {
    const keeper = await app.userWith({ 'sys/token': ['admin'], 'sys/user': ['read'] });
    const stronger = await app.userWith({ 'sys/dict': ['read'] });
    expect((await make(keeper.token, stronger.userId, ['sys/dict:read'])).code).toBe(40300);
    expect((await make(keeper.token, await adminId(), ['sys/dict:read'])).code).toBe(40300);
    const { data } = await make(admin, stronger.userId, ['sys/dict:read']);
    expect((await app.call(keeper.token, 'DELETE', `sys/token/delete/${data.id}`)).code).toBe(40300);
    const own = await make(keeper.token, keeper.userId, ['sys/user:read']);
    expect(own.code).toBe(20000);
    const handed = { id: own.data.id, version: own.data.version, sysUserId: stronger.userId };
    expect((await app.call(keeper.token, 'POST', 'sys/token/save', handed)).code).toBe(40300);
  });

  it('is possible in the personal centre without any right, for one’s own keys only', async () => {
    const [one, other] = [await app.userWith({ 'sys/dict': ['read'] }), await app.userWith({})];
    const posted = { tokenName: '我的', tokenRights: ['sys/dict:read'], expireTime: inDays(7), password: userPassword };
    const made = await app.call<Made>(one.token, 'POST', 'sys/token/save-own', posted);
    expect((await app.call(made.data.token, 'GET', 'sys/dict/select-page')).code).toBe(20000);
    expect((await app.call(one.token, 'POST', 'sys/token/save-own', { ...posted, sysUserId: other.userId })).code).toBe(40000);
    const taken = { ...posted, id: made.data.id, version: made.data.version };
    for (const { token } of [one, other])
      expect(await app.call(token, 'POST', 'sys/token/save-own', taken)).toMatchObject({
        code: 40000,
        data: { fields: [{ field: 'id' }] },
      });
    expect((await app.call(other.token, 'DELETE', `sys/token/delete-own/${made.data.id}`)).code).toBe(40400);
    expect((await app.call<unknown[]>(other.token, 'GET', 'sys/token/select-own')).data).toEqual([]);
    expect((await app.call<unknown[]>(one.token, 'GET', 'sys/token/select-own')).data).toHaveLength(1);
    expect((await app.call(one.token, 'DELETE', `sys/token/delete-own/${made.data.id}`)).code).toBe(20000);
    expect((await app.call(made.data.token, 'GET', 'sys/dict/select-page')).code).toBe(40003);
  });
});

it('an API key cannot give a person more rights than it lists', async () => {
  const key = await keyOf(await adminId(), ['sys/user:write', 'sys/role:read']);
  const target = await app.userWith({});
  const strong = await app.userWith({ 'sys/dict': ['admin'] });
  const { data: user } = await app.call<{ version: number }>(admin, 'GET', `sys/user/select/${target.userId}`);
  const { data: other } = await app.call<{ sysRoleIds: string[] }>(admin, 'GET', `sys/user/select/${strong.userId}`);
  const given = { id: target.userId, version: user.version, sysRoleIds: other.sysRoleIds };
  expect((await app.call(key, 'POST', 'sys/user/save', given)).code).toBe(40300);
});

it('for every route and list, a key is allowed exactly what both its owner and its list allow', () => {
  const words = [...standardPermissions];
  const names = office.resources.map(({ name }) => name);
  const grants = fc.dictionary(fc.constantFrom(...names), fc.subarray(words), { maxKeys: 6 });
  const routes = [...app.server.declaredRights.values()].filter((right) => typeof right !== 'string');
  fc.assert(
    fc.property(grants, grants, fc.boolean(), (held, listed, all) => {
      const person = { all, byResource: held };
      const list = Object.entries(listed).flatMap(([name, some]) => some.map((word) => `${name}:${word}`));
      const { rights } = narrow({ rights: person, scopes: [] }, list);
      for (const right of routes) {
        if (mayCall(rights, right)) {
          expect(mayCall(person, right)).toBe(true);
          expect(mayCall({ all: false, byResource: listed }, right)).toBe(true);
        }
        for (const grant of [right].flat())
          for (const word of [grant.permission].flat())
            expect(mayCall(rights, { ...grant, permission: word })).toBe(
              mayCall(person, { ...grant, permission: word }) &&
                mayCall({ all: false, byResource: listed }, { ...grant, permission: word }),
            );
      }
    }),
    { numRuns: 50 },
  );
});

it('a session token that happens to start like an API key is still a session token', async () => {
  const { token } = await app.userWith({});
  const alike = `bo_${randomBytes(30).toString('base64url')}`;
  expect(alike).toHaveLength(token.length);
  const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
  await app.database.pool.query('UPDATE sys_session SET token_hash = $1 WHERE token_hash = $2', [hashOf(alike), hashOf(token)]);
  expect((await app.call(alike, 'GET', 'sys/user/select-roles')).code).toBe(20000);
});

it('calls beyond the rate limit are refused until the next minute, on this node', async () => {
  const slow = await openTestApp({ keyCallsPerMinute: 2 });
  try {
    const token = await slow.admin();
    const { rows } = await slow.database.pool.query<{ id: string }>(`SELECT id FROM sys_user WHERE user_account = 'admin'`);
    const posted = { tokenName: '太快', sysUserId: rows[0]?.id, tokenRights: ['sys/dict:read'], expireTime: inDays(1) };
    const { data } = await slow.call<Made>(token, 'POST', 'sys/token/save', posted);
    const codes: number[] = [];
    for (let call = 0; call < 6; call++) codes.push((await slow.call(data.token, 'GET', 'sys/dict/select-page')).code);
    expect(codes.slice(0, 2)).toEqual([20000, 20000]);
    expect(codes).toContain(42900);
  } finally {
    await slow.drop();
  }
});
