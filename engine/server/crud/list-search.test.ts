import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

/* The queries of a list's search box and of the tree beside it, which the filters of docs/wire.md "Generic calls" cannot express. */
let app: TestApp;
let admin: string;
let orgs: readonly string[];
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  const org = async (orgName: string, parentId?: string): Promise<string> =>
    (await save('sys/org', { orgName, orgCode: orgName, parentId })).id;
  const top = await org('top');
  const below = await org('below', top);
  orgs = [top, below, await org('deep', below), await org('other')];
  await save('sys/user', { userAccount: 'lw001', userName: '刘文博', userPhone: '13810111351', sysOrgId: orgs[0] });
  await save('sys/user', { userAccount: 'cw002', userName: '陈伟', userPhone: '13920001112', sysOrgId: orgs[2] });
  await save('sys/user', { userAccount: 'zz003', userName: '百分%号', userPhone: '13720001113', sysOrgId: orgs[3] });
});
afterAll(() => app.drop());

const save = async (resource: string, record: object): Promise<AnyRow> => {
  const { code, message, data } = await app.call(admin, 'POST', `${resource}/save`, record);
  expect([code, message]).toEqual([20000, '操作成功']);
  return data;
};
const page = (query: readonly (readonly [string, string])[], resource = 'sys/user') =>
  app.call<PageAnswer<AnyRow>>(
    admin,
    'GET',
    `${resource}/select-page?${new URLSearchParams(query.map(([name, value]) => [name, value])).toString()}`,
  );
const found = async (...query: (readonly [string, string])[]): Promise<unknown[]> =>
  (await page([...query, ['sort', 'userAccount:asc']])).data.items.map(({ userAccount }) => userAccount).filter((name) => name !== 'admin');

describe('search', () => {
  it.each([
    ['a part of the name', '文博', 'lw001'],
    ['the account in any case', 'LW0', 'lw001'],
    ['the telephone', '0111351', 'lw001'],
    ['pinyin', 'liuwen', 'lw001'],
    ['initials', 'lwb', 'lw001'],
    ['a character that is a wildcard in SQL', '%', 'zz003'],
  ])('finds by %s', async (_what, typed, account) => {
    expect(await found(['search', typed])).toEqual([account]);
  });

  it('combines with filters, and finds nothing if one of them does not match', async () => {
    expect(await found(['search', 'liuwen'], ['eq', 'userStatus:正常'])).toEqual(['lw001']);
    expect(await found(['search', 'liuwen'], ['eq', 'userStatus:停用'])).toEqual([]);
    expect(await found(['search', '没有这个人'])).toEqual([]);
  });

  it('does not filter if nothing was typed', async () => {
    expect(await found(['search', '  '])).toHaveLength(3);
  });

  it('refuses a text that is too long or contains a control character', async () => {
    expect((await page([['search', 'x'.repeat(201)]])).code).toBe(40000);
    expect((await page([['search', 'a\u0000b']])).code).toBe(40000);
  });
});

describe('under', () => {
  it('finds records that belong to a node or to one below it', async () => {
    expect(await found(['under', `sysOrgId:${orgs[0]}`])).toEqual(['cw002', 'lw001']);
    expect(await found(['under', `sysOrgId:${orgs[1]}`])).toEqual(['cw002']);
    expect(await found(['under', `sysOrgId:${orgs[3]}`])).toEqual(['zz003']);
  });

  it('finds nothing below a hidden node, unless a visible node names it as its parent', async () => {
    const { token, userId } = await app.userWith({ 'sys/user': ['read'], 'sys/org': ['read'] }, { dataScope: '自定义' });
    await app.database.pool.query('INSERT INTO sys_role_org SELECT target_id, $2 FROM sys_user_role WHERE owner_id = $1', [
      userId,
      orgs[2],
    ]);
    const count = async (resource: string, item: string): Promise<number> =>
      (await app.call<PageAnswer<AnyRow>>(token, 'GET', `${resource}/select-page?under=${item}`)).data.total;
    const below = (resource: string, field: string) => Promise.all(orgs.map((id) => count(resource, `${field}:${id}`)));
    expect(await below('sys/user', 'sysOrgId')).toEqual([0, 1, 1, 0]);
    expect(await below('sys/org', 'parentId')).toEqual([0, 1, 0, 0]);
  });

  it.each([
    ['a field that is not a reference', 'userName:x'],
    ['a value that is not an id', 'sysOrgId:x'],
    ['an unknown field', 'nothing:x'],
  ])('refuses %s', async (_what, item) => {
    expect((await page([['under', item]])).code).toBe(40000);
  });
});

it('all texts by which users are searched have an index', async () => {
  const client = await app.database.pool.connect();
  try {
    // With four rows, a sequential scan is cheaper than any index.
    await client.query('BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_indexscan = off');
    const holding = ['user_name', 'user_account', 'user_phone', 'label_pinyin'].map(
      (column) => `(${column} ILIKE '%liuw%' AND grams(${column}) @> grams_in('liuw'))`,
    );
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN SELECT id FROM sys_user WHERE ${holding.join(' OR ')}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan.match(/sys_user_grams/g)).toHaveLength(holding.length);
    expect(plan).not.toContain('Seq Scan');
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});
