import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { untilWaiting } from '../../testing/until-waiting.ts';
import type { JobContext } from '../../platform/jobs/job-kind.ts';
import { addUpLines } from './add-up-lines.ts';

/** The embedded database has one connection: nothing runs concurrently. */
const hasOneConnection = inject('testTemplate').kind === 'embedded';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const run = async () => addUpLines(database.db).run({ signal: new AbortController().signal } as JobContext);
const count = async (from: string) =>
  (await database.pool.query<{ rows: number }>(`SELECT count(*)::int AS rows FROM ${from}`)).rows[0]?.rows;
const writeLine = () => database.pool.query('INSERT INTO sys_log_opt (id) VALUES ($1)', [randomUUID()]);
const fill = (reach: string, rows: number, age: string) =>
  database.pool.query(
    `INSERT INTO sys_log_tally (kind, reach, holder, hour, word, rows)
     SELECT 'operation', $1, gen_random_uuid(), now() - $2::interval, '', 1 FROM generate_series(1, $3)`,
    [reach, age, rows],
  );

it('no sign-in reads the whole table of totals', async () => {
  await fill('org', 200_000, '1 day');
  const client = await database.pool.connect();
  try {
    const read = async () => {
      await client.query('SELECT pg_stat_force_next_flush()');
      const asked = `SELECT seq_tup_read AS read FROM pg_stat_user_tables WHERE relname = 'sys_log_tally'`;
      return Number((await client.query<{ read: string }>(asked)).rows[0]?.read);
    };
    const before = await read();
    await client.query(`DO $$ BEGIN FOR n IN 1..100 LOOP
      INSERT INTO sys_log_login (id, login_type, login_status) VALUES (gen_random_uuid(), '登录', '成功'); END LOOP; END $$`);
    // By chance none of the hundred may have added up what is new: one does.
    await client.query('SELECT add_up_tallies(50)');
    expect((await read()) - before).toBeLessThan(1000);
  } finally {
    client.release();
  }
});

it('the job removes totals of more than seventy days ago, and no others', async () => {
  await fill('tree', 30, '71 days');
  await fill('tree', 30, '69 days');
  await writeLine();
  await run();
  expect(await count(`sys_log_tally WHERE reach = 'tree'`)).toBe(30);
  expect(await count('sys_log_tail')).toBe(0);
});

it.skipIf(hasOneConnection)('the job waits for a sign-in that is adding up its own, and then leaves no line behind', async () => {
  await writeLine();
  const holder = await database.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query(`SELECT pg_advisory_xact_lock(hashtext('sys_log_tally'))`);
    const running = run();
    await untilWaiting(database.pool);
    expect(await count('sys_log_tail')).toBe(1);
    await holder.query('COMMIT');
    await running;
    expect(await count('sys_log_tail')).toBe(0);
  } finally {
    holder.release();
  }
});
