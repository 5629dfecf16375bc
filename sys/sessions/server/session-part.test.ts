import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { untilWaiting } from '@back-office/server/testing/until-waiting.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

// The embedded database has one connection.
it.skipIf(!process.env.TEST_DATABASE_URL).each<[string, (person: string, session: string) => string, [number, number]]>([
  ['that of one session reports that it is gone, and the new one stays', (_person, session) => `delete/${session}`, [40400, 1]],
  ['that of a person ends all sessions, including the new one', (person) => `delete-user/${person}`, [20000, 0]],
])('a forced logout while the session is being replaced, as with a new password: %s', async (_what, pathOf, expected) => {
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
  await untilWaiting(pool);
  await holder.query('COMMIT');
  holder.release();
  const { code } = await answer;
  const left = await pool.query('SELECT FROM sys_session WHERE sys_user_id = $1 AND end_time IS NULL', [userId]);
  expect([code, left.rowCount]).toEqual(expected);
});

it('a forced logout is recorded in both logs: by whom and why, from which address, and which browser it ended', async () => {
  const { userId, account } = await app.userWith({});
  await app.database.pool.query(`UPDATE sys_session SET login_browser = 'Firefox 140', login_os = 'Linux' WHERE sys_user_id = $1`, [
    userId,
  ]);
  const path = `sys/session/delete-user/${userId}?reason=${encodeURIComponent('系统维护')}`;
  expect((await app.call(admin, 'DELETE', path, undefined, { address: '10.20.30.40' })).code).toBe(20000);
  const { rows: signIns } = await app.database.pool.query(
    `SELECT to_jsonb(l) AS line FROM sys_log_login l WHERE login_type = '强制退出' AND user_account = $1`,
    [account],
  );
  expect(signIns).toMatchObject([
    {
      line: {
        login_status: '成功',
        login_message: '由 admin 强制下线：系统维护',
        login_ip: '10.20.30.40',
        login_browser: 'Firefox 140',
        login_os: 'Linux',
      },
    },
  ]);
  const { rows } = await app.database.pool.query(
    `SELECT user_account, opt_module, opt_message FROM sys_log_opt WHERE opt_type = '强制退出' AND opt_target = $1`,
    [account],
  );
  expect(rows).toEqual([{ user_account: 'admin', opt_module: '在线用户', opt_message: '系统维护' }]);
  expect((await app.call(admin, 'DELETE', path)).code).toBe(40400);
  for (const id of ['x', crypto.randomUUID()]) expect((await app.call(admin, 'DELETE', `sys/session/delete-user/${id}`)).code).toBe(40400);
});

it('thousands of sessions can be paged and filtered by any column, such as the number of open tabs', async () => {
  const { userId, account } = await app.userWith({});
  await app.database.pool.query(
    `INSERT INTO sys_session (id, token_hash, secret_key, sys_user_id, user_account)
     SELECT gen_random_uuid(), n::text::bytea, secret_key, sys_user_id, user_account FROM sys_session, generate_series(1, 3000) n
     WHERE sys_user_id = $1`,
    [userId],
  );
  await app.database.pool.query('ANALYZE sys_session');
  const pageOf = (filter: string) =>
    app.call<{ total: number }>(admin, 'GET', `sys/session/select-page?eq=userAccount:${account}&${filter}`);
  expect(await pageOf('le=tabCount:0')).toMatchObject({ code: 20000, data: { total: 3001 } });
  expect(await pageOf('ge=tabCount:1')).toMatchObject({ code: 20000, data: { total: 0 } });
});
