import { afterAll, beforeAll, expect, it } from 'vitest';
import { idOf, oddId } from '../../testing/log-lines.ts';
import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ logKeepDays: 30, loginLogDays: 30, operationLogDays: 0 });
});
afterAll(() => app.drop());

it('deletes lines older than the setting in portions, keeps the rest, and logs it', async () => {
  const { pool } = app.database;
  await pool.query(
    `INSERT INTO sys_log_login (id, user_account, login_time) SELECT ${oddId}, 'old', now() - interval '31 days' FROM generate_series(1, 2300)`,
  );
  await pool.query(
    `INSERT INTO sys_log_login (id, user_account, login_time) SELECT ${oddId}, 'new', now() - interval '29 days' FROM generate_series(1, 7)`,
  );
  await pool.query(`INSERT INTO sys_log_opt (id, opt_type, opt_time) VALUES (${oddId}, 'kept', now() - interval '9 years')`);
  await pool.query(`INSERT INTO sys_job (id, kind, payload, key) VALUES (gen_random_uuid(), 'clear-logs', 'null', 'every')`);
  await app.server.jobs.runDue();
  const { rows } = await pool.query(`SELECT user_account AS account, count(*) AS count FROM sys_log_login GROUP BY 1`);
  expect(rows).toEqual([{ account: 'new', count: 7 }]);
  const { rows: lines } = await pool.query(
    `SELECT opt_type AS type, opt_module AS module, opt_message AS message FROM sys_log_opt ORDER BY opt_time`,
  );
  expect(lines).toEqual([
    { type: 'kept', module: null, message: null },
    { type: '清理', module: '登录日志', message: '清理30天前的记录2300条' },
  ]);
});

it('never deletes a line without a log line that says so, wherever it is interrupted', async () => {
  const { pool } = app.database;
  await pool.query(`DELETE FROM sys_log_opt`);
  await pool.query(
    `INSERT INTO sys_log_login (id, user_account, login_time) SELECT ${oddId}, 'old', now() - interval '31 days' - n * interval '1 second' FROM generate_series(1, 1500) n`,
  );
  // The second portion fails: its last row cannot be deleted.
  await pool.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'stopped'; END $$`);
  await pool.query(
    `CREATE TRIGGER stop BEFORE DELETE ON sys_log_login FOR EACH ROW WHEN (OLD.user_name = 'last') EXECUTE FUNCTION refuse()`,
  );
  await pool.query(
    `UPDATE sys_log_login SET user_name = 'last' WHERE id = (SELECT id FROM sys_log_login WHERE user_account = 'old' ORDER BY login_time DESC LIMIT 1)`,
  );
  await pool.query(
    `INSERT INTO sys_job (id, kind, payload, key) VALUES (gen_random_uuid(), 'clear-logs', 'null', 'every') ON CONFLICT DO NOTHING`,
  );
  await pool.query(`UPDATE sys_job SET run_time = now() WHERE kind = 'clear-logs'`);
  await app.server.jobs.runDue();
  const { rows } = await pool.query(`SELECT count(*) AS count FROM sys_log_login WHERE user_account = 'old'`);
  const { rows: lines } = await pool.query(`SELECT opt_message AS message FROM sys_log_opt WHERE opt_type = '清理'`);
  expect([rows, lines]).toEqual([[{ count: 500 }], [{ message: '清理30天前的记录1000条' }]]);
});

const runAgain = (): Promise<void> => runJob(app, 'clear-logs');

/** Fills the sign-in log: partitions of the last months, and some lines for each of these ages in days. */
async function fillMonths(ages: readonly number[], lines: number): Promise<void> {
  const { pool } = app.database;
  await pool.query(`TRUNCATE sys_log_login, sys_log_opt; DROP TABLE IF EXISTS sys_log_login_before`);
  await pool.query(`DO $$ BEGIN FOR past IN 1..6 LOOP
    PERFORM make_log_month('sys_log_login', date_trunc('month', now() AT TIME ZONE 'UTC') - make_interval(months => past)); END LOOP; END $$`);
  for (const age of ages)
    await pool.query(
      `INSERT INTO sys_log_login (id, user_account, login_time)
       SELECT ${idOf(`now() - interval '${age} days'`)}, '${age}', now() - interval '${age} days' FROM generate_series(1, $1)`,
      [lines],
    );
}

const standing = async () => {
  const { pool } = app.database;
  const { rows: ages } = await pool.query<{ age: string; lines: number }>(
    `SELECT user_account AS age, count(*)::int AS lines FROM sys_log_login GROUP BY 1 ORDER BY user_account::int`,
  );
  const { rows: told } = await pool.query<{ message: string }>(`SELECT opt_message AS message FROM sys_log_opt WHERE opt_type = '清理'`);
  const { rows: counts } = await pool.query<{ kept: number; parts: number }>(
    `SELECT (SELECT sum(rows)::int FROM sys_row_count WHERE table_name = 'sys_log_login') AS kept,
       (SELECT count(*)::int FROM log_parts('sys_log_login') WHERE time_of_id(upper) < now() - interval '61 days') AS parts`,
  );
  return { ages: Object.fromEntries(ages.map(({ age, lines }) => [age, lines])), told: told.map(({ message }) => message), ...counts[0] };
};

it('drops whole months that are too old, their counts included, logs it, and keeps the other months', async () => {
  await fillMonths([1, 28, 70, 100, 130], 1200);
  // Written late with an old id: its whole month is kept.
  await app.database.pool.query(
    `UPDATE sys_log_login SET login_time = now() - interval '20 days' WHERE id = (SELECT min(id::text)::uuid FROM sys_log_login WHERE user_account = '130')`,
  );
  // Too old, but outside the monthly partitions.
  await app.database.pool.query(
    `INSERT INTO sys_log_login (id, user_account, login_time) VALUES (${oddId}, '131', now() - interval '131 days')`,
  );
  expect((await standing()).kept).toBe(6001);
  await runAgain();
  expect(await standing()).toEqual({
    ages: { 1: 1200, 28: 1200, 130: 1200 },
    told: ['清理30天前的记录2401条'],
    kept: 3600,
    parts: 1,
  });
});

// The embedded database has one session.
it.skipIf(!process.env.TEST_DATABASE_URL)(
  'leaves a month for later while somebody reads the log, and others read and write it before they have finished',
  async () => {
    const { pool } = app.database;
    await fillMonths([1, 100], 50);
    const report = await pool.connect();
    try {
      await report.query('BEGIN; SELECT count(*) FROM sys_log_login');
      let isOver = false;
      const cleared = runAgain().finally(() => (isOver = true));
      // Who waited for the reader too would get no answer within the time of a statement.
      for (let lines = 1; !isOver; lines += 1) {
        await pool.query(`INSERT INTO sys_log_login (id, user_account, login_time) VALUES (${idOf('now()')}, '0', now())`);
        expect((await pool.query(`SELECT FROM sys_log_login WHERE user_account = '0'`)).rowCount).toBe(lines);
      }
      await cleared;
      await pool.query(`DELETE FROM sys_log_login WHERE user_account = '0'`);
      expect(await standing()).toMatchObject({ ages: { 1: 50, 100: 50 }, told: [], kept: 100 });
    } finally {
      await report.query('COMMIT');
      report.release();
    }
    await runAgain();
    expect(await standing()).toMatchObject({ ages: { 1: 50 }, told: ['清理30天前的记录50条'], kept: 50 });
  },
);

/** @see docs/postmortems/limits-that-work-reaches.md */
it('may take longer to count the lines of a month than any other connection may stay silent', async ({ skip }) => {
  if (app.database.kind === 'embedded') skip('the embedded database may be silent while it works');
  await fillMonths([1, 100], 50);
  const { pool } = app.database;
  // As long as counting twenty million lines takes; then the first month is dropped.
  await pool.query(`CREATE SEQUENCE months_gone; CREATE FUNCTION count_slowly() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('months_gone') = 1 THEN PERFORM pg_sleep(16); END IF; END $$`);
  await pool.query(`CREATE EVENT TRIGGER count_slowly ON sql_drop WHEN TAG IN ('DROP TABLE') EXECUTE FUNCTION count_slowly()`);
  try {
    await runAgain();
  } finally {
    await pool.query(`DROP EVENT TRIGGER count_slowly`);
  }
  expect(await standing()).toMatchObject({ ages: { 1: 50 }, told: ['清理30天前的记录50条'], kept: 50 });
});
