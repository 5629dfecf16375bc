import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { DictNode } from '@back-office/contract/calls/dict-tree.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';

let app: TestApp;
let admin: string;
let reader: Session;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  reader = await app.userWith({});
});
afterAll(() => app.drop());

/** The embedded database has one connection: nothing runs concurrently. */
const hasOneConnection = inject('testTemplate').kind === 'embedded';

const save = (body: Record<string, unknown>) => app.call(admin, 'POST', 'sys/dict/save', body);
const tree = (query = '', headers = {}) =>
  app.call<{ items: DictNode[]; total: number }>(reader.token, 'GET', `sys/dict/select-tree${query}`, undefined, { headers });
const find = async (...values: string[]): Promise<AnyRow> => {
  const { rows } = await app.database.pool.query<AnyRow>(
    'select c.id, c.version from sys_dict c left join sys_dict p on p.id = c.parent_id where c.dict_value = $1 and p.dict_value is not distinct from $2',
    [values.at(-1), values.at(-2) ?? null],
  );
  return rows[0] as AnyRow;
};

describe('select-tree', () => {
  it('returns the enabled entries to everyone signed in, nested and in order', async () => {
    const { code, data } = await tree('?index=0&limit=10000');
    expect(code).toBe(20000);
    const gender = data.items.find(({ dictValue }) => dictValue === 'gender');
    expect(gender?.sysDicts.map(({ dictValue }) => dictValue)).toEqual(['男', '女', '未知']);
    expect(Object.keys(gender?.sysDicts[0] ?? {})).toEqual(
      expect.arrayContaining(['id', 'dictLabel', 'dictValue', 'dictValueType', 'dictColor', 'sysDicts']),
    );
    expect(data.items.every((item) => (item as unknown as AnyRow)['parentId'] === null)).toBe(true);
    expect(data.total).toBe(data.items.length);
  });

  it('nests any number of levels', async () => {
    const one = (await save({ dictLabel: '一', dictValue: 'level-1' })).data;
    const two = (await save({ dictLabel: '二', dictValue: 'level-2', parentId: one.id })).data;
    await save({ dictLabel: '三', dictValue: 'level-3', parentId: two.id });
    const root = (await tree('?limit=10000')).data.items.find(({ dictValue }) => dictValue === 'level-1');
    expect(root?.sysDicts[0]?.sysDicts[0]?.dictLabel).toBe('三');
  });

  it('omits a disabled entry with everything below it', async () => {
    const parent = (await save({ dictLabel: '停', dictValue: 'stopped' })).data;
    await save({ dictLabel: '子', dictValue: 'below', parentId: parent.id });
    expect((await save({ id: parent.id, version: 1, dictStatus: '停用' })).code).toBe(20000);
    expect(JSON.stringify((await tree('?limit=10000')).data)).not.toMatch(/stopped|below/);
  });

  it('is paged by its root entries', async () => {
    const all = (await tree('?limit=10000')).data.items.map(({ id }) => id);
    const parts = [...(await tree('?index=0&limit=3')).data.items, ...(await tree('?index=1&limit=3')).data.items];
    expect(parts.map(({ id }) => id)).toEqual(all.slice(0, 6));
    for (const query of ['?limit=0', '?limit=10001', '?index=-1', '?index=x']) expect((await tree(query)).code).toBe(40000);
  });

  it('is not sent again while it is unchanged', async () => {
    const first = await tree();
    const etag = String(first.headers['etag']);
    expect(etag).toMatch(/^(?:W\/)?".+"$/);
    expect(await tree('', { 'if-none-match': etag })).toMatchObject({ status: 304, code: undefined, headers: { etag } });
    expect((await tree('', { 'if-none-match': `W/${etag}` })).status).toBe(304);
    expect((await tree('', { 'if-none-match': `"other", ${etag}` })).status).toBe(304);
    expect((await tree('', { 'if-none-match': '"other"' })).status).toBe(200);
    expect((await tree('?index=0&limit=5', { 'if-none-match': etag })).status).toBe(200);
    await save({ dictLabel: '新', dictValue: 'fresh' });
    expect(await tree('', { 'if-none-match': etag })).toMatchObject({ status: 200, code: 20000 });
  });

  it('requires a session even when nothing has changed', async () => {
    const etag = String((await tree()).headers['etag']);
    expect((await app.call(undefined, 'GET', 'sys/dict/select-tree', undefined, { headers: { 'if-none-match': etag } })).code).toBe(40003);
  });
});

describe('a dictionary entry', () => {
  it('that records use cannot be deleted, and the refusal says where it is used', async () => {
    await app.call(admin, 'POST', 'sys/user/save', { userAccount: 'dict.user', userName: '用', userGender: '女' });
    const before = await app.digest();
    const { id } = await find('gender', '女');
    const free = (await find('gender', '未知')).id;
    for (const path of [`delete/${id}`, `delete-ids/${free},${id}`]) {
      const { code, message, data } = await app.call(admin, 'DELETE', `sys/dict/${path}`);
      expect([code, data]).toMatchObject([
        40900,
        { conflict: 'reference', uses: [{ resource: 'sys/user', title: '用户', field: 'userGender', label: '性别', count: 1 }] },
      ]);
      expect(message).toContain('用户 1 处');
    }
    expect(await app.digest()).toBe(before);
    expect((await app.call(admin, 'DELETE', `sys/dict/delete/${free}`)).code).toBe(20000);
  });

  it.skipIf(hasOneConnection)('is saved without waiting for another entry that is being saved', async () => {
    const holder = await app.database.pool.connect();
    try {
      await holder.query(
        "BEGIN; INSERT INTO sys_dict (id, dict_label, dict_value, dict_value_type, dict_status) VALUES (gen_random_uuid(), '别', 'beside', 'String', '正常')",
      );
      expect((await save({ dictLabel: '先', dictValue: 'first-through' })).code).toBe(20000);
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
  });

  it('cannot be chosen when disabled or of another dictionary, but stays in records that already hold it', async () => {
    const { id } = (await app.call(admin, 'POST', 'sys/user/save', { userAccount: 'dict.keeper', userName: '存', userGender: '男' })).data;
    const { data: user } = await app.call(admin, 'GET', `sys/user/select/${id}`);
    const male = await find('gender', '男');
    await app.database.pool.query(`update sys_dict set dict_status = '停用' where id = $1`, [male.id]);
    expect((await app.call(admin, 'POST', 'sys/user/save', { ...user, userName: '仍存' })).code).toBe(20000);
    for (const userGender of ['男', '集团', 'gender', '']) {
      const { code } = await app.call(admin, 'POST', 'sys/user/save', {
        userAccount: `dict.new${userGender.length}`,
        userName: '新',
        userGender,
      });
      expect(code, userGender).toBe(userGender === '' ? 20000 : 40000);
    }
  });

  it('is unique among its siblings, and may occur again elsewhere', async () => {
    const parent = (await save({ dictLabel: '父', dictValue: 'parent' })).data;
    expect((await save({ dictLabel: '子', dictValue: 'parent', parentId: parent.id })).code).toBe(20000);
    expect(await save({ dictLabel: '子', dictValue: 'parent', parentId: parent.id })).toMatchObject({
      code: 40900,
      data: { conflict: 'unique', fields: ['parentId', 'dictValue'] },
    });
    expect((await save({ dictLabel: '根', dictValue: 'parent' })).code).toBe(40900);
  });

  it.each([
    ['Number', 'x'],
    ['Object', '[]'],
    ['Array', '{}'],
    ['Number', '0x10'],
    ['Number', '010'],
    ['Number', 'Infinity'],
    ['Object', '{"a":1,"a":2}'],
    ['Object', '{"__proto__":{"a":1}}'],
    ['Array', '[{"a":{"\\u005f_proto__":1}}]'],
  ])('of the type %s refuses the value %s', async (dictValueType, dictValue) => {
    expect(await save({ dictLabel: '类型', dictValue, dictValueType })).toMatchObject({
      code: 40000,
      data: { fields: [{ field: 'dictValue' }] },
    });
  });
});
