import type { ChangesAnswer } from '@back-office/contract/calls/changes.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

/* The cost of a call that finds nothing new, or one record, among a hundred thousand that all changed within the retention time. */
let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await openTestApp();
  const { pool } = app.database;
  await pool.query(`INSERT INTO sys_org (id, org_name, org_code, org_status) VALUES (gen_random_uuid(), 'o', 'o', '正常')`);
  for (const text of [
    `INSERT INTO sys_dept (id, dept_name, sys_org_id, dept_status)
     SELECT gen_random_uuid(), 'd' || n, (SELECT id FROM sys_org WHERE org_code = 'o'), '正常' FROM generate_series(1, 100000) n`,
    'ANALYZE sys_dept, sys_change, sys_change_start',
  ])
    await pool.query(text);
  token = (await app.userWith({ 'sys/dept': ['read'] }, { dataScope: '本机构' })).token;
  await pool.query(`UPDATE sys_user SET sys_org_id = (SELECT id FROM sys_org WHERE org_code = 'o') WHERE user_name LIKE 'u%'`);
});
afterAll(() => app.drop());

const ask = async (query: string): Promise<ChangesAnswer> => {
  const { code, message, data } = await app.call<ChangesAnswer>(token, 'GET', `sys/dept/changes?${query}`);
  expect(code, message).toBe(20000);
  return data;
};

/** The plans of the statements on changes that a call runs. */
async function plansOf(call: () => Promise<unknown>): Promise<string[]> {
  const asked: { text: string; values: unknown[] }[] = [];
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await call();
  for (const [text, values] of query.mock.calls as unknown[][]) {
    const said =
      typeof text === 'object' && text !== null
        ? (text as { text: string; values?: unknown[] })
        : { text: String(text), values: values as unknown[] };
    if (/sys_change|FROM "?sys_dept/.test(said.text)) asked.push({ text: said.text, values: said.values ?? [] });
  }
  query.mockRestore();
  return Promise.all(
    asked.map(async ({ text, values }) => {
      const { rows } = await app.database.pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    }),
  );
}

it('a call for changes scans neither the records nor the changes sequentially', { timeout: 120_000 }, async ({ skip, annotate }) => {
  if (app.database.kind === 'embedded') return skip('the driver of the embedded database asks in another way');
  let { cursor, more } = await ask('');
  while (more) ({ cursor, more } = await ask(`since=${cursor}`));
  ({ cursor } = await ask(`since=${cursor}`));
  const times: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    const begin = performance.now();
    expect(await ask(`since=${cursor}`)).toMatchObject({ items: [], gone: [] });
    times.push(performance.now() - begin);
  }
  await annotate(`A call that finds nothing new: ${times.toSorted((a, b) => a - b)[10]?.toFixed(1)} ms`);
  const quiet = await plansOf(() => ask(`since=${cursor}`));
  await app.database.pool.query(`UPDATE sys_dept SET dept_name = 'other' WHERE dept_name = 'd7'`);
  const one = await plansOf(() => ask(`since=${cursor}`));
  expect(one.length).toBeGreaterThan(quiet.length);
  for (const plan of [...quiet, ...one]) expect(plan).not.toMatch(/Seq Scan on sys_(dept|change)\b/);
  expect((await ask(`since=${cursor}`)).items).toMatchObject([{ deptName: 'other' }]);
});
