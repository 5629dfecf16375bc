import { afterAll, beforeAll, expect, it } from 'vitest';
import { openLive } from '../../testing/live-client.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { until } from '../../testing/until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.drop());

const listeners = `FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN %' AND pid <> pg_backend_pid()`;

it('events missed while the listener was disconnected are made up for once it reconnects', async ({ skip }) => {
  const { pool } = app.database;
  if (app.database.kind === 'embedded') skip('the embedded database has no connection that could break by itself');
  const [ended, kept] = [await app.userWith({}), await app.userWith({})];
  const [client, other] = [await openLive(app.server, ended.token), await openLive(app.server, kept.token)];
  const listening = async () => (await pool.query(`SELECT pid ${listeners}`)).rows.length;
  await until(async () => (await listening()) === 1);

  // In one statement, so that the listener is gone when the session ends.
  await pool.query(
    `WITH gone AS (SELECT pg_terminate_backend(pid, 5000) ${listeners})
    UPDATE sys_session SET end_time = now(), end_reason = '您已被管理员强制下线' WHERE sys_user_id = $1 AND (SELECT count(*) FROM gone) > 0`,
    [ended.userId],
  );
  expect(await client.frame(65)).toMatchObject({ message: '您已被管理员强制下线' });
  expect(await client.end()).toMatchObject({ code: 4001 });
  expect(await other.frame(67)).toMatchObject({ data: { topic: 'all' } });
  expect(other.closed).toBeUndefined();
  await until(async () => (await listening()) === 1);

  // And it receives events again.
  await app.call(kept.token, 'POST', 'logout');
  expect(await other.frame(65, 1000)).toMatchObject({ data: { reason: 'signedOut' } });
});

it('an ended session is refused on its next call, even if no event was sent', async () => {
  const { token, userId } = await app.userWith({});
  await app.database.pool.query('ALTER TABLE sys_session DISABLE TRIGGER tell_ended');
  await app.database.pool.query(`UPDATE sys_session SET end_time = now(), end_reason = '账号已被停用' WHERE sys_user_id = $1`, [userId]);
  await app.database.pool.query('ALTER TABLE sys_session ENABLE TRIGGER tell_ended');
  expect((await app.call(token, 'GET', 'sys/user/select-roles')).code).toBe(41003);
  await expect(openLive(app.server, token)).rejects.toThrow('HTTP 401');
});
