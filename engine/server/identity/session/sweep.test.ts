import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { until } from '../../testing/until.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { deleteExpired, endExpired } from './sweep.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.drop());

const never = new AbortController().signal;
const count = async (sql: string, ...values: unknown[]) =>
  (await app.database.pool.query<{ count: number }>(`SELECT count(*) AS count FROM ${sql}`, values)).rows[0]?.count;

it('ends sessions that were not used for the hours allowed, and no others', async () => {
  const [idle, busy] = [await app.userWith({}), await app.userWith({})];
  await app.database.pool.query("UPDATE sys_session SET last_seen_time = now() - interval '13 hours' WHERE sys_user_id = $1", [
    idle.userId,
  ]);
  await endExpired(app.database.db, { idle: 12 * 3600, total: 24 * 3600 }, never);
  expect(await count('sys_online WHERE sys_user_id = $1', idle.userId)).toBe(0);
  expect(await count('sys_online WHERE sys_user_id = $1', busy.userId)).toBe(1);
});

it('deletes sessions ended a day ago, old stored answers and old failure counts, and keeps fresh ones', async () => {
  const { userId } = await app.userWith({});
  const { pool } = app.database;
  await pool.query(
    "INSERT INTO sys_idempotency (sys_user_id, key_hash, request_hash, create_time) VALUES ($1, '\\x01', '\\x01', now() - interval '25 hours'), ($1, '\\x02', '\\x02', now())",
    [userId],
  );
  await pool.query(
    "INSERT INTO sys_login_failure (key, failures, window_start) VALUES ('old', 1, now() - interval '2 days'), ('fresh', 1, now())",
  );
  await pool.query("UPDATE sys_session SET end_time = now() - interval '25 hours' WHERE sys_user_id = $1", [userId]);
  await deleteExpired(app.database.db, never);
  expect(await count('sys_session WHERE sys_user_id = $1', userId)).toBe(0);
  expect(await count('sys_idempotency WHERE sys_user_id = $1', userId)).toBe(1);
  expect((await pool.query<{ key: string }>("SELECT key FROM sys_login_failure WHERE key IN ('old', 'fresh')")).rows).toEqual([
    { key: 'fresh' },
  ]);
});

it('shortens locks that last longer than any lock may, as after a clock that was ahead was set back', async () => {
  const { pool } = app.database;
  await pool.query(
    `INSERT INTO sys_login_failure (key, failures, window_start, locked_until) VALUES ('ahead', 5, now() + interval '1 day', now() + interval '25 hours'),
       ('right', 5, now(), now() + interval '15 minutes')`,
  );
  await deleteExpired(app.database.db, never);
  const minutes = 'SELECT key, ceil(extract(epoch FROM locked_until - now()) / 60)::int AS minutes FROM sys_login_failure';
  expect((await pool.query(`${minutes} WHERE key IN ('ahead', 'right') ORDER BY key`)).rows).toEqual([
    { key: 'ahead', minutes: 60 },
    { key: 'right', minutes: 15 },
  ]);
});

it('runs as scheduled jobs that are listed on their page, and ends expired sessions', async () => {
  const person = await app.userWith({});
  await app.database.pool.query("UPDATE sys_session SET last_seen_time = now() - interval '13 hours' WHERE sys_user_id = $1", [
    person.userId,
  ]);
  await app.server.jobs.start();
  // Makes the job, which runs every eight seconds, due.
  await app.database.pool.query("UPDATE sys_job SET run_time = now() WHERE kind = 'end-sessions'");
  try {
    await until(async () => Number(await count('sys_session WHERE sys_user_id = $1 AND end_time IS NULL', person.userId)) === 0);
  } finally {
    await app.server.jobs.stop();
  }
  const { rows } = await app.database.pool.query(
    `SELECT job_kind, job_schedule FROM sys_job_plan WHERE job_kind IN ('end-sessions', 'clear-sessions') ORDER BY job_kind`,
  );
  expect(rows).toEqual([
    { job_kind: 'clear-sessions', job_schedule: '每 10 分钟' },
    { job_kind: 'end-sessions', job_schedule: '每 8 秒' },
  ]);
});

it('ends sessions that are older than the maximum age, however much they are used, if one is set', async () => {
  const { userId } = await app.userWith({});
  await app.database.pool.query(`UPDATE sys_session SET login_time = now() - interval '25 hours' WHERE sys_user_id = $1`, [userId]);
  const going = () => count('sys_session WHERE sys_user_id = $1 AND end_time IS NULL', userId);
  await endExpired(app.database.db, { idle: 12 * 3600, total: 0 }, never);
  expect(await going()).toBe(1);
  await endExpired(app.database.db, { idle: 12 * 3600, total: 24 * 3600 }, never);
  expect(await going()).toBe(0);
});

it('deletes unused tickets and expired failure counts, and keeps fresh ones and those of active locks', async () => {
  const { userId } = await app.userWith({});
  const { pool } = app.database;
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM sys_session WHERE sys_user_id = $1', [userId]);
  await pool.query(
    `INSERT INTO sys_live_ticket (ticket_hash, sys_session_id, create_time)
     SELECT decode(lpad(n::text, 64, '0'), 'hex'), $1, now() - make_interval(mins => n) FROM unnest(ARRAY[9, 11]) n`,
    [rows[0]?.id],
  );
  await pool.query(
    `INSERT INTO sys_login_failure (key, failures, window_start, locked_until)
     VALUES ('held', 9, now() - interval '2 days', now() + interval '1 minute'), ('let-go', 9, now() - interval '2 days', now() - interval '1 minute')`,
  );
  await pool.query("UPDATE sys_session SET end_time = now() - interval '23 hours' WHERE sys_user_id = $1", [userId]);
  await deleteExpired(app.database.db, never);
  expect(await count('sys_live_ticket WHERE sys_session_id = $1', rows[0]?.id)).toBe(1);
  expect(await count(`sys_login_failure WHERE key IN ('held', 'let-go')`)).toBe(1);
  expect(await count(`sys_login_failure WHERE key = 'held'`)).toBe(1);
  expect(await count('sys_session WHERE sys_user_id = $1', userId)).toBe(1);
});

it('keeps the watches of records as long as their session lasts, for longer than a day too, and deletes them without one', async () => {
  const { pool } = app.database;
  const { userId } = await app.userWith({});
  await pool.query(
    `INSERT INTO sys_live_watch (target_id, sys_session_id, target_resource, create_time)
     SELECT gen_random_uuid(), id, 'sys/org', now() - interval '25 hours' FROM sys_session WHERE sys_user_id = $1
     UNION ALL SELECT gen_random_uuid(), gen_random_uuid(), 'sys/org', now() - interval '25 hours'`,
    [userId],
  );
  await deleteExpired(app.database.db, never);
  expect(await count('sys_live_watch w JOIN sys_session s ON s.id = w.sys_session_id WHERE s.sys_user_id = $1', userId)).toBe(1);
  expect(await count('sys_live_watch')).toBe(1);
});

it('ends and deletes a mass of expired sessions, at most a thousand with a statement', async () => {
  const { pool } = app.database;
  const { userId } = await app.userWith({});
  await pool.query(
    `INSERT INTO sys_session (id, token_hash, secret_key, sys_user_id, user_account, last_seen_time)
     SELECT gen_random_uuid(), sha256(n::text::bytea), '\\x00', $1, 'many', now() - interval '13 hours' FROM generate_series(1, 2500) n`,
    [userId],
  );
  await pool.query(`CREATE TABLE swept (rows integer);
    CREATE FUNCTION note_swept() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO swept SELECT count(*) FROM touched; RETURN NULL; END $$;
    CREATE TRIGGER note_ended AFTER UPDATE ON sys_session REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_swept();
    CREATE TRIGGER note_deleted AFTER DELETE ON sys_session REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_swept()`);
  onTestFinished(() => void pool.query('DROP FUNCTION note_swept CASCADE; DROP TABLE swept'));
  await endExpired(app.database.db, { idle: 12 * 3600, total: 24 * 3600 }, never);
  expect(await count(`sys_session WHERE user_account = 'many' AND end_time IS NULL`)).toBe(0);
  await pool.query(`ALTER TABLE sys_session DISABLE TRIGGER note_ended;
    UPDATE sys_session SET end_time = now() - interval '25 hours' WHERE user_account = 'many'`);
  await deleteExpired(app.database.db, never);
  expect(await count(`sys_session WHERE user_account = 'many'`)).toBe(0);
  const { rows } = await pool.query('SELECT max(rows) AS most, sum(rows)::integer AS all FROM swept');
  expect(rows).toEqual([{ most: 1000, all: 5000 }]);
});
