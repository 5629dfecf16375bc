import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ logKeepDays: 30, loginLogDays: 30, operationLogDays: 0 });
});
afterAll(() => app.drop());

it('removes what is older than its days, in portions, keeps the rest, and says so', async () => {
  const { pool } = app.database;
  await pool.query(
    `INSERT INTO sys_log_login (id, user_account, login_time) SELECT gen_random_uuid(), 'old', now() - interval '31 days' FROM generate_series(1, 2300)`,
  );
  await pool.query(
    `INSERT INTO sys_log_login (id, user_account, login_time) SELECT gen_random_uuid(), 'new', now() - interval '29 days' FROM generate_series(1, 7)`,
  );
  await pool.query(`INSERT INTO sys_log_opt (id, opt_type, opt_time) VALUES (gen_random_uuid(), 'kept', now() - interval '9 years')`);
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

it('never removes a line without one that says so, wherever it is stopped', async () => {
  const { pool } = app.database;
  await pool.query(`DELETE FROM sys_log_opt`);
  await pool.query(
    `INSERT INTO sys_log_login (id, user_account, login_time) SELECT gen_random_uuid(), 'old', now() - interval '31 days' - n * interval '1 second' FROM generate_series(1, 1500) n`,
  );
  // The second portion fails: its last row cannot go.
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
