import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

/* `like` finds a record exactly when its text contains the value, whatever characters either holds (docs/wire.md "Generic calls"). */
let app: TestApp;
let admin: string;
let id: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  id = (await app.call(admin, 'POST', 'sys/role/save', { roleName: 'like', roleCode: 'like' })).data.id;
});
afterAll(() => app.drop());

/** Folds ASCII letters only: how other letters fold depends on the database. */
const fold = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
const caseless = (text: string): boolean => /^[\p{ASCII}\p{Script=Han}\p{Emoji_Presentation}]*$/u.test(text);
const finds = async (value: string): Promise<boolean> => {
  const { code, data } = await app.call<{ items: { id: string }[] }>(
    admin,
    'GET',
    `sys/role/select-page?${new URLSearchParams([
      ['like', `roleRemark:${value}`],
      ['eq', 'roleCode:like'],
    ]).toString()}`,
  );
  expect(code).toBe(20000);
  return data.items.some((row) => row.id === id);
};
const store = (text: string) => app.database.pool.query('update sys_role set role_remark = $1 where id = $2', [text, id]);

/** Texts of characters that are special in a pattern, and of letters in both cases. */
const tricky = fc.string({
  unit: fc.constantFrom('%', '_', '\\', 'a', 'A', 'b', "'", '"', '.', '*', '(', '[', ':', ' ', '中', '😀', '\n', '-', ';'),
  minLength: 1,
  maxLength: 6,
});
const anything = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((text) => caseless(text) && !/[\p{Cc}\ud800-\udfff]/u.test(text.replace(/[\u{10000}-\u{10ffff}]/gu, '')));

it('finds exactly the texts that contain the value', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(tricky, anything), fc.oneof(tricky, anything), async (a, b) => {
      await store(b);
      expect(await finds(a)).toBe(fold(b).includes(fold(a)));
    }),
    { numRuns: 150 },
  );
});

it('finds every text by any part of it, in upper or lower case', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(tricky, anything), fc.oneof(tricky, anything), fc.oneof(tricky, anything), async (before, part, after) => {
      await store(before + part + after);
      expect(await finds(part)).toBe(true);
      expect(await finds(part.replace(/[a-z]/g, (letter) => letter.toUpperCase()))).toBe(true);
    }),
    { numRuns: 50 },
  );
});

it.each([
  ['%', 'ab', false],
  ['_', 'ab', false],
  ['a%b', 'a-b', false],
  ['a%b', 'xa%bx', true],
  ['\\', 'a\\b', true],
  ['\\%', 'a%', false],
  ['\\%', 'a\\%', true],
  ['a:b', 'a:b', true],
  ["' OR 1=1 --", 'x', false],
  ['AB', 'xabx', true],
])('finds the value %j in the text %j: %s', async (value, text, found) => {
  await store(text);
  expect(await finds(value)).toBe(found);
});

it('several like filters must all match; of several eq filters on one field, one is enough', async () => {
  await store('one two');
  const ask = async (...items: [string, string][]) =>
    (await app.call<{ total: number }>(admin, 'GET', `sys/role/select-page?${new URLSearchParams(items).toString()}`)).data.total;
  expect(await ask(['like', 'roleRemark:one'], ['like', 'roleRemark:TWO'])).toBe(1);
  expect(await ask(['like', 'roleRemark:one'], ['like', 'roleRemark:three'])).toBe(0);
  expect(await ask(['eq', 'roleCode:like'], ['eq', 'roleCode:admin'])).toBe(2);
  expect(await ask(['eq', 'roleCode:like'], ['eq', 'roleName:none'])).toBe(0);
});

it.each(['like[]=roleCode:none', 'like[0]=roleCode:none', 'eq[roleCode]=none', 'sort[]=roleCode:asc', 'limit[]=1'])(
  'refuses %s, which would otherwise be ignored',
  async (query) => {
    for (const call of ['select-page', 'export']) {
      const { code, data } = await app.call<{ fields: { field: string }[] }>(admin, 'GET', `sys/role/${call}?${query}`);
      expect([call, code, data.fields[0]?.field]).toEqual([call, 40000, query.split('=')[0]]);
    }
  },
);

it.each([
  ['sort=roleCode', 'sort', '排序应为“字段:asc”或“字段:desc”'],
  ['sort=', 'sort', '排序应为“字段:asc”或“字段:desc”'],
  [`sort=${Array(6).fill('roleCode:asc').join('&sort=')}`, 'sort', '排序字段不能超过 5 个'],
  ['sort=createUser.userPassword:asc', 'createUser.userPassword', '不能按该字段排序：createUser.userPassword'],
  ['like=roleCode', 'like', '筛选条件应为“字段:值”'],
  ['eq=:x', 'eq', '筛选条件应为“字段:值”'],
])('refuses %s and explains why', async (query, field, message) => {
  const answer = await app.call(admin, 'GET', `sys/role/select-page?${query}`);
  expect(answer).toMatchObject({ code: 40000, message, data: { fields: [{ field, message }] } });
});

it.each([
  ['sys/msg', 'needConfirm', 'true', '需确认只能是“是”或“否”'],
  ['sys/function', 'isHidden', '1', '是否隐藏只能是“是”或“否”'],
  ['sys/dict', 'dictColor', 'red', '颜色应为颜色，例如 #1890ff'],
])('refuses eq of another value than %s.%s can hold: %s', async (resource, field, value, message) => {
  const ask = (asked: string) =>
    app.call(admin, 'GET', `${resource}/select-page?${new URLSearchParams({ eq: `${field}:${asked}` }).toString()}`);
  expect(await ask(value)).toMatchObject({ code: 40000, message, data: { fields: [{ field, message }] } });
  for (const held of [field === 'dictColor' ? '#FF0000' : '是', '']) expect((await ask(held)).code).toBe(20000);
});

it('accepts fifty filters and no more', async () => {
  const ask = (count: number) =>
    app.call(
      admin,
      'GET',
      `sys/role/select-page?${new URLSearchParams(Array.from({ length: count }, () => ['eq', 'roleCode:like'])).toString()}`,
    );
  expect((await ask(50)).code).toBe(20000);
  expect(await ask(51)).toMatchObject({ code: 40000, message: '筛选条件不能超过 50 个' });
});

it('filters and sorts by fields that the list does not show, but never by a secret', async () => {
  const notice = { msgTitle: '给所有人', msgContent: '正文' };
  const { data } = await app.call<{ id: string; createTime: string }>(admin, 'POST', 'sys/msg/save', notice);
  const found = async (query: Record<string, string>) => {
    const answer = await app.call<{ items: { id: string }[] }>(
      admin,
      'GET',
      `sys/msg/select-page?${new URLSearchParams(query).toString()}`,
    );
    return answer.code === 20000 ? answer.data.items.map((row) => row.id) : answer.code;
  };
  expect(await found({ eq: 'targetIds:' })).toContain(data.id);
  expect(await found({ ge: `updateTime:${data.createTime}`, sort: 'createTime:desc' })).toContain(data.id);
  expect((await app.call(admin, 'GET', 'sys/user/select-page?like=userPassword:a')).code).toBe(40000);
  expect((await app.call(admin, 'GET', 'sys/user/select-page?sort=userPassword:asc')).code).toBe(40000);
});
