import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../platform/database/new-id.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';

/* Data scopes in every call (docs/wire.md "Specific calls"): rows that a scope hides do not exist. */
const everything = {
  'sys/user': ['write', 'import', 'delete'],
  'sys/org': ['write', 'delete'],
  'sys/dept': ['write'],
  'sys/log-opt': ['read'],
};
let app: TestApp;
let admin: string;
let head: AnyRow;
let branch: AnyRow;
let other: AnyRow;

beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  const org = async (orgCode: string, parentId: string | null) =>
    (await app.call(admin, 'POST', 'sys/org/save', { orgName: orgCode, orgCode, parentId })).data;
  head = await org('head', null);
  branch = await org('branch', head.id);
  other = await org('other', null);
});
afterAll(() => app.drop());

/** A person of the head office with this scope, and one colleague in each organisation and one without any. */
async function staff(dataScope: string, customOrgs: string[] = []): Promise<Session> {
  const someone = await app.userWith(everything, { dataScope });
  const { pool } = app.database;
  await pool.query('UPDATE sys_user SET sys_org_id = $2 WHERE id = $1', [someone.userId, head.id]);
  await pool.query('INSERT INTO sys_role_org SELECT target_id, unnest($2::uuid[]) FROM sys_user_role WHERE owner_id = $1', [
    someone.userId,
    customOrgs,
  ]);
  return someone;
}

let made = 0;
async function userIn(orgId: string | null): Promise<AnyRow> {
  made += 1;
  const { data } = await app.call(admin, 'POST', 'sys/user/save', {
    userAccount: `member${made}`,
    userName: `成员${made}`,
    userPassword: 'Quiet-Meadow-51',
    sysOrgId: orgId,
  });
  return data;
}

const cases = [
  { scope: '全部', sees: ['head', 'branch', 'other', 'none'] },
  { scope: '本机构及下级', sees: ['head', 'branch'] },
  { scope: '本机构', sees: ['head'] },
  { scope: '自定义', sees: ['other'] },
  { scope: '本人', sees: [] },
];

describe.each(cases)('scope $scope', ({ scope, sees }) => {
  let token: string;
  let self: string;
  let members: Record<string, AnyRow>;
  beforeAll(async () => {
    const someone = await staff(scope, scope === '自定义' ? [other.id] : []);
    [token, self] = [someone.token, someone.userId];
    members = { head: await userIn(head.id), branch: await userIn(branch.id), other: await userIn(other.id), none: await userIn(null) };
  });
  const each = async (check: (name: string, row: AnyRow, seen: boolean) => Promise<void>) => {
    for (const [name, row] of Object.entries(members)) await check(name, row, sees.includes(name));
  };

  it('shows what it reaches in pages, single records, choices and history, and hides the rest as not found', async () => {
    const { data } = await app.call<PageAnswer<AnyRow>>(token, 'GET', 'sys/user/select-page?limit=1000');
    const shown = new Set(data.items.map(({ id }) => id));
    expect(data.total).toBe(shown.size);
    const { data: options } = await app.call<PageAnswer<AnyRow>>(token, 'GET', 'sys/user/select-options?limit=1000');
    await each(async (name, row, seen) => {
      expect([name, shown.has(row.id)]).toEqual([name, seen]);
      expect([name, options.items.some(({ id }) => id === row.id)]).toEqual([name, seen]);
      for (const call of ['select', 'select-history', 'select-rights'])
        expect([name, call, (await app.call(token, 'GET', `sys/user/${call}/${row.id}`)).code]).toEqual([name, call, seen ? 20000 : 40400]);
    });
    expect(shown.has(self)).toBe(scope !== '自定义');
  });

  it('allows saving and deleting the records in its reach, alone and in batches, and no others', async () => {
    await each(async (name, row, seen) => {
      const { id, version } = row;
      const saved = await app.call(token, 'POST', 'sys/user/save', { id, version, userName: '新名' });
      expect([name, saved.code]).toEqual([name, seen ? 20000 : 40400]);
      const batch = await app.call(token, 'POST', 'sys/user/save-batch', [{ id, version: version + (seen ? 1 : 0), userName: '新名二' }]);
      expect([name, batch.code]).toEqual([name, seen ? 20000 : 40400]);
      expect([name, (await app.call(token, 'DELETE', `sys/user/delete/${id}`)).code]).toEqual([name, seen ? 20000 : 40400]);
    });
    const hidden = Object.keys(members).find((name) => !sees.includes(name));
    if (hidden === undefined) return;
    const mine = await app.call(token, 'POST', 'sys/user/save', {
      userAccount: `own${made++}`,
      userName: '我的',
      ...(sees[0] === undefined ? {} : { sysOrgId: members[sees[0]]?.['sysOrgId'] }),
    });
    expect(mine.code).toBe(20000);
    const absent = newId();
    const refused = await app.call(token, 'DELETE', `sys/user/delete-ids/${mine.data.id},${members[hidden]?.id},${absent}`);
    expect(refused).toMatchObject({ code: 40400, data: { gone: [members[hidden]?.id, absent] } });
    expect((await app.call(token, 'GET', `sys/user/select/${mine.data.id}`)).code).toBe(20000);
  });

  it.runIf(scope !== '全部')('allows no record outside its reach: neither a new one nor an existing one moved away', async () => {
    const save = (values: object) => app.call(token, 'POST', 'sys/user/save', values);
    const saveBatch = (values: object) => app.call(token, 'POST', 'sys/user/save-batch', [values]);
    const place = sees[0] === undefined ? null : members[sees[0]]?.['sysOrgId'];
    const { data: mine } = await save({ userAccount: `in${made++}`, userName: '内', sysOrgId: place });
    const issue = { field: 'sysOrgId', message: '机构不存在' };
    const hidden = { code: 40000, data: { fields: [issue] } };
    const refused = { code: 40300, message: '不能把数据保存到自己的数据范围之外' };
    const outside = { sysOrgId: scope === '自定义' ? head.id : other.id };
    // What people made themselves is within 本人 without an organisation too.
    for (const [where, answer] of scope === '本人'
      ? ([[outside, hidden]] as const)
      : ([
          [outside, hidden],
          [{ sysOrgId: null }, refused],
        ] as const)) {
      expect(await save({ userAccount: `out${made++}`, userName: '外', ...where })).toMatchObject(answer);
      for (const call of [save, saveBatch]) expect(await call({ id: mine.id, version: 1, ...where })).toMatchObject(answer);
    }
    expect((await app.call(admin, 'GET', `sys/user/select/${mine.id}`)).data).toMatchObject({ version: 1, sysOrgId: place });
  });

  it('limits the organisation tree to its reach', async () => {
    const { data } = await app.call<AnyRow[]>(token, 'GET', 'sys/org/select-tree');
    const names = (nodes: AnyRow[]): string[] => nodes.flatMap((node) => [String(node['orgCode']), ...names(node['sysOrgs'] as AnyRow[])]);
    expect(names(data).sort()).toEqual(sees.filter((name) => name !== 'none').sort());
  });
});

it('several roles reach the union of their scopes, and a custom scope without organisations reaches nothing', async () => {
  const both = await staff('本机构');
  const second = await staff('自定义', [other.id]);
  const { pool } = app.database;
  await pool.query('INSERT INTO sys_user_role SELECT $1, target_id FROM sys_user_role WHERE owner_id = $2', [both.userId, second.userId]);
  const orgs = async () =>
    (await app.call<PageAnswer<AnyRow>>(both.token, 'GET', 'sys/org/select-page')).data.items
      .map(({ orgCode }) => String(orgCode))
      .toSorted();
  expect(await orgs()).toEqual(['head', 'other']);
  await pool.query("UPDATE sys_role SET data_scope = '自定义' WHERE id IN (SELECT target_id FROM sys_user_role WHERE owner_id = $1)", [
    both.userId,
  ]);
  await pool.query('DELETE FROM sys_role_org');
  expect(await orgs()).toEqual([]);
});

it('logs show a person only the operations of people within their data scope', async () => {
  const narrow = await staff('本人');
  await app.call(narrow.token, 'POST', 'sys/org/save', { orgName: '自建', orgCode: 'made-by-narrow' });
  const { data } = await app.call<PageAnswer<AnyRow>>(narrow.token, 'GET', 'sys/log-opt/select-page?limit=1000');
  expect(new Set(data.items.map(({ userAccount }) => userAccount))).toEqual(new Set([narrow.account]));
});
