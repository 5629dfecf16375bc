import { randomUUID } from 'node:crypto';
import { standardPermissions } from '@back-office/contract/resource/permission.ts';
import { resources } from '@back-office/contract/resources/all.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRightsTable, type TableRow } from './testing/rights-table.ts';
import { openTestApp, type Session, type TestApp } from './testing/test-app.ts';

/* Every route × everyone who may call it, against the reviewed table (issue 3, "Tests"; hardening.md B02). */
const table = readRightsTable();
const refusals = [40003, 41003, 40300, 40301];
const words = [...standardPermissions, 'publish'];

let app: TestApp;
let admin: string;
const holders = new Map<string, Session>();
const outsiders: Record<string, { token: string | undefined; code: number }> = {};

beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  for (const { name } of resources) for (const word of words) holders.set(`${name} ${word}`, await app.userWith({ [name]: [word] }));
  Object.assign(outsiders, {
    'no token': { token: undefined, code: 40003 },
    'an unknown token': { token: 'A'.repeat(43), code: 40003 },
    'an expired token': {
      token: await changed("UPDATE sys_session SET last_seen_time = now() - interval '13 hours' WHERE sys_user_id = $1"),
      code: 40003,
    },
    'a disabled user': { token: await changed("UPDATE sys_user SET user_status = '停用' WHERE id = $1"), code: 41003 },
    'a user whose account is gone': { token: await changed('DELETE FROM sys_user WHERE id = $1'), code: 41003 },
  });
}, 120_000);
afterAll(() => app.drop());

/** A user signed in as an administrator, to whom this happened afterwards. */
async function changed(sql: string): Promise<string> {
  const { token, userId } = await app.userWith({});
  await app.database.pool.query(sql, [userId]);
  return token;
}

/** A call that would pass the right and then fail on its contents, so that nothing changes. */
function call(token: string | undefined, { method, url }: TableRow, inserts: boolean) {
  const path = url
    .replace('/api/', '')
    .replace(/:ids?/, randomUUID())
    .replace(/\/export$/, '/export?columns=none');
  const saving = inserts ? {} : { id: randomUUID(), version: 1 };
  const body = method === 'GET' || method === 'DELETE' ? undefined : url.endsWith('save-batch') ? [] : saving;
  return app.call(token, method, path, body);
}

const may = ({ right }: TableRow, resource: string, word: string): boolean =>
  typeof right === 'string'
    ? true
    : right.some(
        (grant) => grant.resource === resource && ([grant.permission].flat().includes(word) || word === 'write' || word === 'admin'),
      );

it('the table names every route with the right that it declares, and no other', () => {
  const declared = [...app.server.declaredRights].map(([route, right]) => [
    route,
    typeof right === 'string' ? right : normal([right].flat() as { resource: string; permission: string | readonly string[] }[]),
  ]);
  expect(Object.fromEntries(declared)).toEqual(
    Object.fromEntries(table.map(({ route, right }) => [route, typeof right === 'string' ? right : normal(right)])),
  );
});

const normal = (grants: readonly { resource: string; permission: string | readonly string[] }[]): string[] =>
  grants.map(({ resource, permission }) => `${resource} ${[permission].flat().join('|')}`).sort();

describe.each(table.filter(({ right }) => right !== 'public'))('$route', (row) => {
  it('refuses who has no session, and changes nothing', async () => {
    const before = await app.digest();
    for (const [who, { token, code }] of Object.entries(outsiders)) expect([who, (await call(token, row, true)).code]).toEqual([who, code]);
    expect(await app.digest()).toBe(before);
  });

  it.skipIf(row.right === 'own')('answers exactly those who hold the right, and changes nothing for the others', async () => {
    const before = await app.digest();
    const allowed: string[] = [];
    for (const [who, { token }] of holders) {
      const [resource = '', word = ''] = who.split(' ');
      const { code } = await call(token, row, word !== 'edit');
      if (!refusals.includes(code)) allowed.push(who);
      expect(code === 40300 || !refusals.includes(code), `${who} got ${code}`).toBe(true);
      expect([who, !refusals.includes(code)]).toEqual([who, may(row, resource, word)]);
    }
    expect(refusals).not.toContain((await call(admin, row, true)).code);
    expect(await app.digest()).toBe(before);
    expect(allowed.length).toBeGreaterThan(0);
  });
});

it('a role taken, disabled or emptied holds from the next call on', async () => {
  const taken = await app.userWith({ 'sys/dict': ['read'] });
  const read = async () => (await app.call(taken.token, 'GET', 'sys/dict/select-page')).code;
  const run = (sql: string) => app.database.pool.query(sql, [taken.userId]);
  expect(await read()).toBe(20000);
  await run("UPDATE sys_role SET role_status = '停用' WHERE id IN (SELECT target_id FROM sys_user_role WHERE owner_id = $1)");
  expect(await read()).toBe(40300);
  await run("UPDATE sys_role SET role_status = '正常' WHERE id IN (SELECT target_id FROM sys_user_role WHERE owner_id = $1)");
  expect(await read()).toBe(20000);
  await run('DELETE FROM sys_role_function WHERE sys_role_id IN (SELECT target_id FROM sys_user_role WHERE owner_id = $1)');
  expect(await read()).toBe(40300);
  const gone = await app.userWith({ 'sys/dict': ['admin'] });
  expect((await app.call(gone.token, 'GET', 'sys/dict/select-page')).code).toBe(20000);
  await app.database.pool.query('DELETE FROM sys_user_role WHERE owner_id = $1', [gone.userId]);
  expect((await app.call(gone.token, 'GET', 'sys/dict/select-page')).code).toBe(40300);
});
