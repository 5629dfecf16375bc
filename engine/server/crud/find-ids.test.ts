import { logOpt } from '@back-office/sys/logs/log-opt.ts';
import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onStatement } from '../platform/database/planning-client.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { findIds, type Wanted } from './find-ids.ts';
import { orderKeys } from './order.ts';

const logs = 3007;
let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  const { pool } = app.database;
  await pool.query('TRUNCATE sys_log_opt');
  // Every tenth row has no duration, and seven rows share each time.
  await pool.query(
    `INSERT INTO sys_log_opt (id, user_name, opt_target, duration, opt_status, opt_time)
    SELECT gen_random_uuid(), CASE WHEN n % 1000 = 0 THEN '张三' ELSE '李四' END, '第' || n || '号', CASE WHEN n % 10 > 0 THEN n % 50 END, CASE WHEN n % 3 = 0 THEN '失败' ELSE '成功' END,
      timestamptz '2026-01-01' + (n / 7) * interval '1 minute' FROM generate_series(1, $1) n`,
    [logs],
  );
  await pool.query('ANALYZE sys_log_opt');
  // A condition with this function is never cheap, whatever the planner estimates for the rest.
  await pool.query('CREATE FUNCTION dear() RETURNS boolean LANGUAGE plpgsql COST 100000 AS $$ BEGIN RETURN true; END $$');
});
afterAll(() => app.drop());

const page = async (query: Record<string, string>): Promise<PageAnswer<AnyRow>> => {
  const { code, data } = await app.call<PageAnswer<AnyRow>>(
    admin,
    'GET',
    `sys/log-opt/select-page?${new URLSearchParams(query).toString()}`,
  );
  expect(code).toBe(20000);
  return data;
};
const wanted = (parts: Partial<Wanted>): Wanted => ({
  resource: logOpt,
  where: sql`true`,
  search: undefined,
  keys: orderKeys(logOpt, {}, () => logOpt),
  all: false,
  offset: 0,
  limit: 10,
  ...parts,
});
const find = (parts: Partial<Wanted>) => findIds(app.database.db, wanted(parts));

describe.each(['optTime:desc', 'optTime:asc', 'duration:asc', 'duration:desc', 'userName:asc'])('in the order %s', (sort) => {
  it('every page is the right part of the whole list, whichever end it is read from', async () => {
    const whole = (await page({ sort, limit: '10000' })).items.map(({ id }) => id);
    expect(whole).toHaveLength(logs);
    for (const limit of [7, 100, 1000, 2000, 3006, 3007]) {
      const last = Math.ceil(logs / limit) - 1;
      for (const index of new Set([0, Math.floor(last / 2), Math.ceil(last / 2), last])) {
        const { items, total } = await page({ sort, limit: String(limit), index: String(index) });
        expect(
          items.map(({ id }) => id),
          `${limit} from ${index}`,
        ).toEqual(whole.slice(index * limit, (index + 1) * limit));
        expect(total).toBe(logs);
      }
    }
    expect(await page({ sort, index: '301' })).toEqual({ items: [], total: logs });
  });
});

describe('totals', () => {
  it('are exact for filters and searches with few matches', async () => {
    expect(await page({ eq: 'optStatus:失败', index: '100' })).toMatchObject({ total: 1002, items: { length: 2 } });
    expect(await page({ like: 'userName:张三' })).toMatchObject({ total: 3, items: { length: 3 } });
    expect(await page({ like: 'userName:三张' })).toEqual({ total: 0, items: [] });
    expect(await page({ like: 'optTarget:第1' })).toMatchObject({ total: 1111 });
    expect(await page({ like: 'userName:李四', index: '300' })).toMatchObject({ total: 3004, items: { length: 4 } });
    expect(await page({ like: 'userName:李四' })).not.toHaveProperty('approximate');
  });

  it('stay exact as logs are added and deleted', async () => {
    await app.database.pool.query("INSERT INTO sys_log_opt (id, opt_time) VALUES (gen_random_uuid(), '2020-01-01')");
    expect((await page({})).total).toBe(logs + 1);
    await app.database.pool.query("DELETE FROM sys_log_opt WHERE opt_time = '2020-01-01'");
    expect((await page({})).total).toBe(logs);
  });

  it('are estimated, and marked as such, if counting is expensive', async () => {
    const { ids, total, exact } = await find({ where: sql`dear()` });
    // The sample of a small table is the whole table.
    expect([ids.length, total, exact]).toEqual([10, logs, false]);
  });

  it('are exact despite expensive counting if the page reaches the end', async () => {
    expect(await find({ where: sql`dear() AND user_name = '张三'` })).toMatchObject({ ids: { length: 3 }, total: 3, exact: true });
    expect(await find({ where: sql`dear()`, offset: 3000 })).toMatchObject({ ids: { length: 7 }, total: logs, exact: true });
    expect(await find({ where: sql`dear()`, offset: 4000 })).toEqual({ ids: [], total: logs, exact: true });
    expect(await find({ where: sql`dear() AND false` })).toEqual({ ids: [], total: 0, exact: true });
  });

  it('of a search with many matches are estimated too', async () => {
    const likeLi = sql`t.user_name ILIKE '%李%'`;
    const found = await find({ where: sql`dear()`, search: { indexed: likeLi, plain: likeLi, counted: likeLi }, offset: 10 });
    expect([found.ids.length, found.total, found.exact]).toEqual([10, 3004, false]);
  });
});

it('counts a value of many rows but a small share by the index, and a value of most rows by a scan', async () => {
  await app.database.pool.query(
    `INSERT INTO sys_log_opt (id, user_name, opt_time) SELECT gen_random_uuid(), CASE WHEN n % 8 = 0 THEN '赵六' ELSE '孙七' END, now() FROM generate_series(1, 20000) n`,
  );
  await app.database.pool.query('VACUUM (ANALYZE) sys_log_opt');
  const counts: string[] = [];
  const stop = onStatement(({ text }) => {
    if (text.startsWith('SELECT count(*) AS total')) counts.push(text);
  });
  expect(await page({ like: 'userName:赵六' })).toMatchObject({ total: 2500, items: { length: 10 } });
  expect(await page({ like: 'userName:孙七' })).toMatchObject({ total: 17500 });
  stop();
  expect(counts.map((text) => text.includes('grams('))).toEqual([true, false]);
});
