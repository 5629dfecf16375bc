import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

/* A notice to everybody, or to hundreds, of two thousand people, of whom two are online. */
let app: TestApp;
let admin: string;
let people: string[];
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  await app.userWith({});
  const { rows } = await app.database.pool.query<{ id: string }>(
    `INSERT INTO sys_user (id, user_account, user_name, user_password, user_status)
     SELECT gen_random_uuid(), 'reader' || n, '读者', '', '正常' FROM generate_series(1, 2000) n RETURNING id`,
  );
  people = rows.map(({ id }) => id);
});
afterAll(() => app.drop());

const call = async (method: 'POST' | 'DELETE', path: string, body?: object): Promise<AnyRow> => {
  const { code, data } = await app.call<AnyRow>(admin, method, path, body);
  expect(code).toBe(20000);
  return data;
};
/** The greatest number of rows that a statement of this work returned. */
async function mostRows(work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  const counts = spy.mock.settledResults.map(({ value }) => (value as { rows?: unknown[] } | undefined)?.rows?.length ?? 0);
  expect(counts.length).toBeGreaterThan(5);
  return Math.max(...counts);
}
const publish = (values: object) =>
  call('POST', 'sys/msg/save', { msgTitle: '停电', msgContent: '<p>周六</p>', msgStatus: '已发布', ...values });

it('a reminder counts all of them, and reads no row for each from the database', async () => {
  const { id } = await publish({ msgScope: '全部' });
  const most = await mostRows(async () => expect(await call('POST', `sys/msg/remind/${String(id)}`)).toEqual({ reminded: 2002 }));
  expect(most).toBeLessThan(200);
});

it('saving and deleting it reads no row for each of them from the database', async () => {
  const most = await mostRows(async () => {
    const { id, version } = await publish({ msgScope: '用户', targetIds: people.slice(0, 500) });
    await call('POST', 'sys/msg/save', { id, version, msgTitle: '来水' });
    await call('DELETE', `sys/msg/delete/${String(id)}`);
  });
  expect(most).toBeLessThan(200);
});
