import type { Option } from '@back-office/contract/calls/options.ts';
import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { user } from '@back-office/sys/users/user.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { searchCondition } from './search.ts';

/* The picker finds a record by its label, its pinyin or their initials. */
let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

const search = async (resource: string, typed: string, limit = 50): Promise<Option[]> => {
  const { code, data } = await app.call<PageAnswer<Option>>(
    admin,
    'GET',
    `${resource}/select-options?${new URLSearchParams({ search: typed, limit: String(limit) }).toString()}`,
  );
  expect(code).toBe(20000);
  return data.items;
};
const save = async (resource: string, record: object): Promise<AnyRow> => {
  const { code, message, data } = await app.call(admin, 'POST', `${resource}/save`, record);
  expect([code, message]).toEqual([20000, '操作成功']);
  return data;
};

it.each(['深圳', 'sz', 'shenzhen', 'SZ', 'shen zhen', ' 深圳 ', 'zhenshi', 'szs'])('%j finds 深圳市', async (typed) => {
  expect((await search('sys/district', typed)).map(({ label }) => label)).toContain('深圳市');
});

it('lists labels that begin with the text first, and gives the parent of a node', async () => {
  expect((await search('sys/district', 'beijing'))[0]).toMatchObject({ label: '北京市', parentLabel: null, hasChildren: true });
  expect((await search('sys/district', 'shenzhen'))[0]).toMatchObject({ label: '深圳市', parentLabel: '广东省' });
  const places = (await search('sys/district', '朝阳区')).map(({ parentLabel }) => parentLabel);
  expect(places).toEqual(expect.arrayContaining(['北京市', '长春市']));
});

it('uses the actual pronunciation of place names for their pinyin', async () => {
  for (const [typed, place] of [
    ['yueqing', '乐清市'],
    ['chongqing', '重庆市'],
    ['luan', '六安市'],
    ['lvliang', '吕梁市'],
    ['tanchang', '宕昌县'],
    ['shexian', '歙县'],
  ] as const) {
    expect(
      (await search('sys/district', typed)).map(({ label }) => label),
      typed,
    ).toContain(place);
  }
});

describe.each([
  ['sys/user', 'userName', { userAccount: 'picked' }],
  ['sys/role', 'roleName', { roleCode: 'picked' }],
  ['sys/org', 'orgName', { orgCode: 'picked' }],
  ['sys/dept', 'deptName', {}],
  ['sys/dict', 'dictLabel', { dictValue: 'picked' }],
  ['sys/function', 'functionName', { rootPath: '/picked', functionComponent: 'Layout' }],
])('a record of %s', (resource, label, rest) => {
  it('is found by the pinyin of its name, from its creation on and after every change', async () => {
    const saved = await save(resource, { [label]: '欧阳锋', ...rest });
    for (const typed of ['欧阳', 'ouyangfeng', 'oyf', 'yangf'])
      expect(
        (await search(resource, typed)).map(({ id }) => id),
        typed,
      ).toContain(saved.id);
    const renamed = await save(resource, { id: saved.id, version: saved.version, [label]: '黄蓉A1' });
    expect(await search(resource, 'oyf')).toEqual([]);
    for (const typed of ['黄', 'huangrong', 'hra1'])
      expect(
        (await search(resource, typed)).map(({ id }) => id),
        typed,
      ).toContain(saved.id);
    // A change of another field leaves the pinyin as it is.
    await save(resource, { id: saved.id, version: renamed.version, ...rest });
    expect((await search(resource, 'huangrong')).map(({ id }) => id)).toContain(saved.id);
    expect(Object.keys(renamed)).not.toContain('labelPinyin');
  });
});

it('refuses text that no name can contain, and an invalid parent id, each at its field', async () => {
  const asked = async (query: Record<string, string>) => {
    const { data } = await app.call<{ fields: { field: string; message: string }[] }>(
      admin,
      'GET',
      `sys/district/select-options?${new URLSearchParams(query).toString()}`,
    );
    return data.fields[0];
  };
  expect(await asked({ search: 'a'.repeat(101) })).toEqual({ field: 'search', message: '搜索内容不能超过 100 个字符' });
  for (const search of ['\0', 'a\u0007'])
    expect(await asked({ search })).toEqual({ field: 'search', message: '搜索内容含有不可见的控制字符' });
  expect(await asked({ parentId: 'x' })).toEqual({ field: 'parentId', message: '上级不是有效的编号' });
});

it('takes wildcards literally, and finds nothing for text that no name contains', async () => {
  for (const typed of ['%', '_', '\\', 's%z', 'qqqq', '龘', "' OR 1=1 --"]) expect(await search('sys/district', typed), typed).toEqual([]);
});

it('finds users by two-character names and by pinyin, however many match', async () => {
  await save('sys/user', { userAccount: 'zhangsan', userName: '张三' });
  await app.database.pool.query(`INSERT INTO sys_user (id, user_account, user_name, user_password, user_status, label_pinyin)
    SELECT gen_random_uuid(), 'many' || n, '张三丰' || n, '-', '正常', 'zhangsanfeng' || n || ' zsf' || n FROM generate_series(1, 1500) n`);
  for (const typed of ['张三', 'zhangsan', 'zs']) expect((await search('sys/user', typed, 5)).length, typed).toBe(5);
  expect((await search('sys/user', 'zsf1500')).map(({ label }) => label)).toEqual(['张三丰1500']);
});

it.each(['张三', 'zhangsan', 'zs'])('the index alone can find users by %s', async (typed) => {
  // Told to avoid a scan of the table, the planner does one only if the condition leaves it nothing else.
  const plan = await app.database.db.transaction().execute(async (db) => {
    await sql`SET LOCAL enable_seqscan = off`.execute(db);
    const { rows } = await sql<Record<string, string>>`EXPLAIN SELECT FROM sys_user t WHERE ${searchCondition(user, typed)}`.execute(db);
    return rows.flatMap((row) => Object.values(row)).join('\n');
  });
  expect(plan).toContain('Index Scan on sys_user_grams');
  expect(plan).not.toContain('Seq Scan');
});
