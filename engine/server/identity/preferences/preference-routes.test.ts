import { preferenceLimits, type PreferencesAnswer } from '@back-office/contract/calls/preference.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.drop());

const path = 'sys/user/preference';
const put = ({ token }: Session, key: string, value: unknown) => app.call(token, 'PUT', `${path}/${key}`, { value });
const all = async ({ token }: Session) => (await app.call<PreferencesAnswer>(token, 'GET', path)).data;

it('a preference can be stored, replaced and removed, and is visible to its user only', async () => {
  const [one, other] = [await app.userWith({}), await app.userWith({})];
  expect(await all(one)).toEqual({});
  const columns = {
    columns: [
      { name: 'userName', width: 120 },
      { name: '账号', hidden: true },
    ],
  };
  expect((await put(one, 'columns.sys.user', columns)).code).toBe(20000);
  expect((await put(one, 'sidebar', false)).code).toBe(20000);
  expect(await all(one)).toEqual({ 'columns.sys.user': columns, sidebar: false });
  expect(await all(other)).toEqual({});
  await put(other, 'sidebar', true);
  await put(one, 'columns.sys.user', []);
  expect(await all(one)).toEqual({ 'columns.sys.user': [], sidebar: false });
  expect((await put(one, 'columns.sys.user', null)).code).toBe(20000);
  expect((await put(one, 'columns.sys.user', null)).code).toBe(20000);
  expect(await all(one)).toEqual({ sidebar: false });
  expect(await all(other)).toEqual({ sidebar: true });
});

it('preferences are deleted with the account, and are not recorded in the operation log', async () => {
  const person = await app.userWith({});
  const logged = async () => (await app.database.pool.query('SELECT FROM sys_log_opt')).rowCount;
  const before = await logged();
  await put(person, 'sidebar', true);
  expect(await logged()).toBe(before);
  const gone = await app.call(await app.admin(), 'DELETE', `sys/user/delete/${person.userId}`);
  expect(gone.code).toBe(20000);
  const left = await app.database.pool.query('SELECT FROM sys_user_preference WHERE sys_user_id = $1', [person.userId]);
  expect(left.rowCount).toBe(0);
});

it.each(['A', '1', 'a..b', '.a', 'a.', 'a b', 'a%2Fb', '%00', '__proto__', 'a'.repeat(65), "a'--"])('refuses the key %j', async (key) => {
  const person = await app.userWith({});
  expect((await put(person, key, 1)).code).toBe(40000);
  expect(await all(person)).toEqual({});
});

it('accepts property names of JavaScript, such as constructor, as plain keys', async () => {
  const person = await app.userWith({});
  expect((await put(person, 'constructor', { toString: 1 })).code).toBe(20000);
  expect(await all(person)).toEqual({ constructor: { toString: 1 } });
});

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

it.each([
  ['no value', 40000, undefined],
  ['a NUL', 40000, 'a\u0000'],
  ['half of a surrogate pair', 40000, { deep: ['\ud800'] }],
  ['a NUL in a property name', 40000, { 'a\u0000': 1 }],
  ['the maximum depth', 20000, nested(preferenceLimits.depth)],
  ['one level more than that', 40000, nested(preferenceLimits.depth + 1)],
  ['the maximum size', 20000, 'a'.repeat(preferenceLimits.bytes - 2)],
  ['one byte more than that', 40000, 'a'.repeat(preferenceLimits.bytes - 1)],
  ['more bytes than the maximum in fewer characters', 40000, '宽'.repeat(preferenceLimits.bytes / 2)],
  ['more than any body may hold', 41300, 'a'.repeat(9 * preferenceLimits.bytes)],
] as const)('a preference with %s gets %i', async (_what, code, value) => {
  expect((await put(await app.userWith({}), 'key', value)).code).toBe(code);
});

it.each(['[]', '1', 'null', '"x"', '{'])('refuses the body %s', async (body) => {
  const { token } = await app.userWith({});
  const answer = await app.call(token, 'PUT', `${path}/key`, body, { headers: { 'content-type': 'application/json' } });
  expect(answer.code).toBe(40010);
});

it('refuses a body of 50,000 nested arrays without crashing', async () => {
  const { token } = await app.userWith({});
  const body = `{"value":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
  const answer = await app.call(token, 'PUT', `${path}/key`, body, { headers: { 'content-type': 'application/json' } });
  expect(answer.code).toBe(40000);
});

it('stores no more preferences than the limit, however many arrive at once', async () => {
  const person = await app.userWith({});
  const { pool } = app.database;
  await pool.query(`INSERT INTO sys_user_preference SELECT $1, 'n-' || n, '1' FROM generate_series(1, $2::int) AS n`, [
    person.userId,
    preferenceLimits.keys - 1,
  ]);
  const answers = await Promise.all(['a', 'b', 'c'].map((key) => put(person, key, 1)));
  expect(answers.filter(({ code }) => code === 20000)).toHaveLength(1);
  expect(answers.filter(({ code }) => code === 40000)).toHaveLength(2);
  expect(Object.keys(await all(person))).toHaveLength(preferenceLimits.keys);
  expect((await put(person, 'n-1', 2)).code).toBe(20000);
});
