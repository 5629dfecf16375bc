import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { hashCheaply, verifyNothing } from '../identity/passwords/password.ts';
import { openTestApp, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

const batch = <Data = AnyRow[]>(rows: unknown, query = '', resource = 'sys/district') =>
  app.call<Data>(admin, 'POST', `${resource}/save-batch${query}`, rows);
const refused = async (rows: unknown, query = '', resource = 'sys/district') => {
  const before = await app.digest();
  const { code, message, data } = await batch<{ fields: { row?: number; field: string; message: string }[] }>(rows, query, resource);
  expect(code, message).toBe(40000);
  expect(await app.digest()).toBe(before);
  return data.fields.map(({ row, field }) => [row, field]);
};
const district = (code: number, more = {}) => ({
  districtCode: String(900000 + code),
  districtName: `地区${code}`,
  districtLevel: '县',
  ...more,
});

/** Saves 40 people with the same password and meanwhile repeats `something`; returns the duration of each repetition and of the whole save, in milliseconds. */
async function savePasswords(account: string, something: () => Promise<unknown>): Promise<{ waits: number[]; whole: number }> {
  hashCheaply(false);
  const rows = Array.from({ length: 40 }, (_, at) => ({ userAccount: `${account}-${at}`, userName: '新同事', userPassword }));
  let isSaved = false;
  const start = performance.now();
  const saved = batch(rows, '', 'sys/user').finally(() => (isSaved = true));
  const waits: number[] = [];
  while (!isSaved) {
    const since = performance.now();
    await something();
    waits.push(performance.now() - since);
  }
  const whole = performance.now() - start;
  hashCheaply();
  expect((await saved).code).toBe(20000);
  return { waits, whole };
}

describe('a batch', () => {
  it('is saved as a whole, in the order sent, with a version for each record', async () => {
    const { code, data } = await batch([district(3), district(1), district(2)]);
    expect(code).toBe(20000);
    expect(data.map(({ districtCode, version }) => [districtCode, version])).toEqual([
      ['900003', 1],
      ['900001', 1],
      ['900002', 1],
    ]);
  });

  it('with passwords does not block sign-ins meanwhile', async () => {
    const { waits, whole } = await savePasswords('one-of-40', () => verifyNothing(userPassword));
    expect(Math.max(...waits)).toBeLessThan(whole / 4);
  });

  it('with passwords does not block other access to the database meanwhile', async () => {
    const { waits, whole } = await savePasswords('another-of-40', () => app.call(admin, 'GET', 'sys/district/select-page'));
    expect(Math.max(...waits)).toBeLessThan(whole / 2);
    const { rowCount } = await app.database.pool.query(
      `SELECT DISTINCT user_password FROM sys_user WHERE user_account LIKE 'another-of-40-%'`,
    );
    expect(rowCount).toBe(40);
  });

  it('may mix new records and stored ones', async () => {
    const [stored] = (await batch([district(11)])).data;
    const { code, data } = await batch([district(12), { id: stored?.id, version: 1, districtName: '改名' }]);
    expect([code, data.map(({ districtName, version }) => [districtName, version])]).toEqual([
      20000,
      [
        ['地区12', 1],
        ['改名', 2],
      ],
    ]);
  });

  it('is refused with row and field for every issue, and nothing is saved', async () => {
    const rows = [
      district(21),
      { districtCode: 'x', districtLevel: '国' },
      district(22, { hobby: 1, districtSort: -1 }),
      district(23, { parentId: randomUUID() }),
      district(21),
      district(24, { districtCode: '900003' }),
      district(25, { createTime: '2020-01-01 00:00:00' }),
    ];
    const issues = await refused(rows);
    expect(issues.map(String).sort((a, b) => a.localeCompare(b))).toEqual([
      '1,districtCode',
      '1,districtLevel',
      '1,districtName',
      '2,districtSort',
      '2,hobby',
      '3,parentId',
      '4,districtCode',
      '5,districtCode',
      '6,createTime',
    ]);
    expect(issues.map(([row]) => row)).toEqual(issues.map(([row]) => row).sort((a, b) => Number(a) - Number(b)));
  });

  it('of five thousand rows with a bad one near the end saves none and names that row', async () => {
    const rows = Array.from({ length: 5000 }, (_, at) => district(1000 + at, at === 4999 ? { districtName: '' } : {}));
    expect(await refused(rows)).toEqual([[4999, 'districtName']]);
    expect((await batch(rows.slice(0, 4999))).data).toHaveLength(4999);
  });

  it('is saved by a key with only the right to import, in one piece, once per Idempotency-Key', async () => {
    const { rows } = await app.database.pool.query<{ id: string }>(`SELECT id FROM sys_user WHERE user_account = 'admin'`);
    const expireTime = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
    const posted = { tokenName: '批量', sysUserId: rows[0]?.id, tokenRights: ['sys/district:import'], expireTime };
    const key = String((await app.call(admin, 'POST', 'sys/token/save', posted)).data['token']);
    const many = Array.from({ length: 2000 }, (_, at) => district(20_000 + at));
    const send = () => app.call<AnyRow[]>(key, 'POST', 'sys/district/save-batch', many, { headers: { 'idempotency-key': 'many' } });
    const [first, again] = [await send(), await send()];
    expect([first.code, first.data.length]).toEqual([20000, 2000]);
    expect(again.data.map(({ id }) => id)).toEqual(first.data.map(({ id }) => id));
    const stored = { id: first.data[0]?.id, version: 1, districtName: '改名' };
    expect((await app.call(key, 'POST', 'sys/district/save-batch', [stored])).code).toBe(40300);
  });

  it('is only checked with dryRun', async () => {
    const before = await app.digest();
    expect(await batch([district(31), district(32)], '?dryRun=true')).toMatchObject({ code: 20000, data: [] });
    expect(await app.digest()).toBe(before);
    expect(await refused([district(31), district(31)], '?dryRun=true')).toEqual([[1, 'districtCode']]);
    expect((await batch([district(31)], '?dryRun=false')).data).toHaveLength(1);
  });

  it.each(['?dryRun=1', '?dryRun=', '?dryRun=TRUE', '?dryRun=true&dryRun=false'])(
    'with %s is refused, since its meaning is unclear',
    async (query) => {
      await refused([district(41)], query);
    },
  );

  it('that is empty, too long, or holds one record twice is refused', async () => {
    await refused([]);
    await refused(Array.from({ length: 10_001 }, () => ({})));
    const [stored] = (await batch([district(51)])).data;
    const twice = [
      { id: stored?.id, version: 1 },
      { id: stored?.id.toUpperCase(), version: 1 },
    ];
    expect(await refused(twice)).toEqual([[1, 'id']]);
  });

  it.each([
    ['a record', {}],
    ['a text', '"a"'],
    ['a number', 1],
  ])('that is %s instead of a list is refused', async (_what, body) => {
    expect(await batch(body)).toMatchObject({ status: 400, code: 40010 });
  });

  it('names every row that is not a record', async () => {
    const before = await app.digest();
    expect(await refused([district(71), 'a', [], null, 7, district(72)])).toEqual([1, 2, 3, 4].map((row) => [row, 'row']));
    expect(await app.digest()).toBe(before);
  });

  it('names rows that are not records together with the issues of the others', async () => {
    const before = await app.digest();
    const rows = [null, district(71, { districtName: '' }), 'a', district(72, { hobby: 1 })];
    for (const query of ['', '?dryRun=true'])
      expect(await refused(rows, query)).toEqual([
        [0, 'row'],
        [1, 'districtName'],
        [2, 'row'],
        [3, 'hobby'],
      ]);
    expect(await app.digest()).toBe(before);
  });

  /** @see docs/postmortems/a-check-that-the-sibling-forgot.md */
  it('names every row whose id is not a text, whatever it is instead', async () => {
    const ids: unknown[] = [{ toString: 'x' }, { toString: null, valueOf: null }, [{ toString: 1 }], [randomUUID()], {}, 7, true, 2 ** 53];
    const before = await app.digest();
    const rows = [district(73), ...ids.map((id) => ({ id, version: 1 }))];
    for (const query of ['', '?dryRun=true']) expect(await refused(rows, query)).toEqual(ids.map((_, at) => [at + 1, 'id']));
    for (const id of ids) expect(await app.call(admin, 'POST', 'sys/district/save', { id, version: 1 })).toMatchObject({ code: 40000 });
    expect(await app.digest()).toBe(before);
  });

  it('with a stale or missing record among good ones saves none', async () => {
    const [stored] = (await batch([district(61)])).data;
    const before = await app.digest();
    const answer = async (record: object) => {
      const { code, data } = await batch<unknown>([district(62), record]);
      return { code, data };
    };
    const conflict = { conflict: 'version', current: stored, row: 1 };
    expect(await answer({ id: stored?.id, version: 7 })).toEqual({ code: 40900, data: conflict });
    expect(await answer({ id: randomUUID(), version: 1 })).toEqual({ code: 40400, data: { row: 1 } });
    expect(await answer({ id: 'none', version: 1 })).toEqual({ code: 40400, data: { row: 1 } });
    expect(await app.digest()).toBe(before);
    expect(await refused([district(62), { id: stored?.id }])).toEqual([[1, 'version']]);
  });

  it('follows the rules of a single save, such as the password policy, and names the row', async () => {
    expect(
      await refused(
        [
          { userAccount: 'batch.one', userName: '一' },
          { userAccount: 'batch.two', userName: '二', userPassword: 'admin123' },
        ],
        '',
        'sys/user',
      ),
    ).toEqual([[1, 'userPassword']]);
    const { data } = await app.call<AnyRow[]>(admin, 'PUT', 'sys/user/save-batch', [
      { userAccount: 'batch.one', userName: '一' },
      { userAccount: 'batch.two', userName: '二' },
    ]);
    expect(new Set(data.map((row) => row['oneTimePassword'])).size).toBe(2);
    expect((await app.login('batch.two', data[1]?.['oneTimePassword'] as string)).code).toBe(20000);
  });
});
