import type { CountsAnswer } from '@back-office/contract/calls/select-counts.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

const counts = async (resource: string, views: readonly string[], token = admin) => {
  const query = new URLSearchParams(views.map((view) => ['of', view]));
  return app.call<CountsAnswer>(token, 'GET', `${resource}/select-counts?${query.toString()}`);
};
const total = async (resource: string, view: string, token = admin): Promise<number> =>
  (await app.call<{ total: number }>(token, 'GET', `${resource}/select-page?limit=1&${view}`)).data.total;

const views = [
  '',
  'eq=districtLevel:市',
  'eq=districtLevel:省&eq=districtLevel:市',
  'search=beijing',
  'like=districtName:州&sort=districtCode:asc',
];

it('counts exactly what each view of a list shows to the caller', async () => {
  const expected = await Promise.all(views.map((view) => total('sys/district', view)));
  expect(expected.every((count) => count > 0)).toBe(true);
  expect((await counts('sys/district', views)).data).toEqual({ counts: expected });
  const own = await app.userWith({ 'sys/user': ['read'] }, { dataScope: '本人' });
  expect((await counts('sys/user', ['', 'eq=userStatus:停用'], own.token)).data).toEqual({ counts: [1, 0] });
  expect(await total('sys/user', '')).toBeGreaterThan(1);
});

it('counts the recycle bin, which reads its rows in its own way', async () => {
  const { data } = await counts('sys/recycle', ['', 'like=recycleName:没有']);
  expect(data).toEqual({ counts: [await total('sys/recycle', ''), 0] });
});

it('leaves out a view with an unknown field or an invalid value, and counts the others', async () => {
  const { code, data } = await counts('sys/district', ['eq=hobby:a', 'ge=createTime:gestern', 'eq=districtLevel:省']);
  expect([code, data.counts.map((count) => count === null)]).toEqual([20000, [true, true, false]]);
});

it('leaves out a view that costs more than a page may', async () => {
  const { pool } = app.database;
  await pool.query(`INSERT INTO sys_sms (id, sms_phone, sms_content, sms_status, create_time)
    SELECT gen_random_uuid(), '13800000000', repeat('x', 1900), '发送成功', now() FROM generate_series(1, 33000)`);
  await pool.query('ANALYZE sys_sms');
  expect((await counts('sys/sms', ['like=failReason:a', 'eq=smsStatus:没有'])).data.counts[0]).toBe(null);
});

it('needs the permission to read the list, and accepts from 1 to 31 views at once', async () => {
  const { token } = await app.userWith({ 'sys/user': ['read'] });
  expect((await counts('sys/district', [''], token)).code).toBe(40300);
  expect(await counts('sys/district', [])).toMatchObject({ code: 40000, data: { fields: [{ field: 'of' }] } });
  expect(
    (
      await counts(
        'sys/district',
        Array.from({ length: 31 }, () => ''),
      )
    ).code,
  ).toBe(20000);
  expect(
    (
      await counts(
        'sys/district',
        Array.from({ length: 32 }, () => ''),
      )
    ).code,
  ).toBe(40000);
});
