import { openTestApp, type TestApp } from '@back-office/server/testing/test-app.ts';
import { until } from '@back-office/server/testing/until.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

it.each([
  ['one session is gone by then, which is said', (_person: string, session: string) => `delete/${session}`, [40400, 1]],
  ['all of a person end, the new one too', (person: string) => `delete-user/${person}`, [20000, 0]],
])('while a session goes on in another, as with a new password, %s', async (_what, pathOf, expected) => {
  // The embedded database has one connection.
  if (app.database.kind === 'embedded') return;
  const { pool } = app.database;
  const { userId } = await app.userWith({});
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM sys_session WHERE sys_user_id = $1', [userId]);
  const holder = await pool.connect();
  await holder.query('BEGIN');
  await holder.query('UPDATE sys_session SET end_time = now() WHERE sys_user_id = $1', [userId]);
  await holder.query(
    `INSERT INTO sys_session (id, token_hash, secret_key, sys_user_id, user_account)
     SELECT gen_random_uuid(), '\\x01'::bytea || id::text::bytea, secret_key, sys_user_id, user_account FROM sys_session WHERE sys_user_id = $1`,
    [userId],
  );
  const answer = app.call(admin, 'DELETE', `sys/session/${pathOf(userId, rows[0]?.id ?? '')}`);
  const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  await until(async () => ((await pool.query(waiting)).rowCount ?? 0) > 0);
  await holder.query('COMMIT');
  holder.release();
  const { code } = await answer;
  const left = await pool.query('SELECT FROM sys_session WHERE sys_user_id = $1 AND end_time IS NULL', [userId]);
  expect([code, left.rowCount]).toEqual(expected);
});
