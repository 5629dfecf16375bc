import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { searchIndexes } from './search-indexes.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.drop());

const found = async (): Promise<{ name: string; definition: string }[]> =>
  (
    await app.database.pool.query<{ name: string; definition: string }>(
      `SELECT t.relname AS table, i.relname AS name, replace(replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON '), current_schema() || '.', '') AS definition
       FROM pg_index JOIN pg_class i ON i.oid = indexrelid JOIN pg_class t ON t.oid = indrelid
       WHERE indisvalid AND i.relname LIKE '%\\_grams' AND NOT i.relispartition`,
    )
  ).rows.toSorted((one, other) => (one.name < other.name ? -1 : 1));

it('the indexes for searching are those that the migrations make, and a node makes those that a killed restore left out', async ({
  skip,
}) => {
  const before = await found();
  expect(before).toEqual(searchIndexes().toSorted((one, other) => (one.name < other.name ? -1 : 1)));
  if (app.database.kind === 'embedded') skip('a restore into it makes them before it ends');
  await app.database.pool.query(`DROP INDEX sys_user_grams; DROP INDEX sys_log_opt_grams;
    CREATE INDEX sys_log_opt_grams ON sys_log_opt (id);
    UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'sys_log_opt_grams'::regclass`);
  await app.server.jobs.start();
  await app.database.pool.query("UPDATE sys_job SET run_time = now() WHERE kind = 'finish-indexes'");
  await app.server.jobs.runDue();
  expect(await found()).toEqual(before);
});
