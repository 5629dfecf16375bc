import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabaseOnDisk, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { maintainOnce } from './embedded-maintenance.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabaseOnDisk();
});
afterAll(() => database.drop());

it.skipIf(process.env.TEST_DATABASE_URL)(
  'maintenance keeps the WAL and the tables of the embedded database small',
  { timeout: 60_000 },
  async () => {
    const { pool, dataDir } = database;
    await pool.query("create table busy as select i as id, repeat('x', 200) as text from generate_series(1, 50000) as i");
    const segments = () => readdirSync(join(dataDir, 'database', 'pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name)).length;
    const size = async () => (await pool.query("select pg_relation_size('busy') as size")).rows[0].size;
    for (let round = 0; round < 3; round++) await pool.query("update busy set text = text || 'y'");
    const before = await size();
    const maintain = async () => {
      await pool.query('select pg_stat_force_next_flush()'); // otherwise the counters are updated a second later
      await maintainOnce(pool);
    };
    await maintain();
    await pool.query("update busy set text = text || 'y'");
    expect(await size()).toBe(before);
    for (let round = 0; round < 6; round++) {
      await pool.query("update busy set text = text || 'y'");
      await maintain();
    }
    expect(segments()).toBeLessThan(10);
  },
);
