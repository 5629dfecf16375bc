import { afterAll, beforeAll, expect, it } from 'vitest';
import { idOf } from '../../testing/log-lines.ts';
import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

/* Every export is written into the operation log. */
let app: TestApp;
let admin: string;
let address: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  address = await app.server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.drop());

const linesOf = async (userId: string): Promise<string[]> => {
  const lines = `SELECT opt_message FROM sys_log_opt WHERE create_user = $1 AND opt_type = '导出' ORDER BY opt_time, id`;
  return (await app.database.pool.query<{ opt_message: string }>(lines, [userId])).rows.map(({ opt_message: said }) => said);
};

it.each(['xlsx', 'csv', 'ndjson'])('an export as %s is refused before a byte is sent if its log line cannot be written', async (format) => {
  await app.database.pool.query(`
    CREATE OR REPLACE FUNCTION refuse_line() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no room for a line'; END $$`);
  await app.database.pool.query(
    `CREATE TRIGGER refuse_line BEFORE INSERT ON sys_log_opt FOR EACH ROW WHEN (NEW.opt_type = '导出') EXECUTE FUNCTION refuse_line()`,
  );
  try {
    const response = await app.server.inject({ url: `/api/sys/dict/export?format=${format}`, headers: { authorization: admin } });
    expect([response.statusCode, response.json()]).toMatchObject([500, { code: 50000 }]);
  } finally {
    await app.database.pool.query('DROP TRIGGER refuse_line ON sys_log_opt');
  }
  expect((await app.call(admin, 'POST', 'sys/dict/export')).code).toBe(20000);
});

it('an export is in the operation log before its reader receives anything, and with the row count when it ends', async () => {
  // More bytes than the buffers of the network and of both sides hold when the reader stops reading, in a column without a gram index.
  await app.database.pool.query(
    `INSERT INTO sys_log_login (id, user_account, user_name, login_type, login_status, login_browser)
     SELECT gen_random_uuid(), 'many', 'many', '登录', '成功', repeat('长', 700) FROM generate_series(1, 9000)`,
  );
  const { token, userId } = await app.userWith({ 'sys/log-login': ['read', 'export'] });
  const query = 'format=csv&eq=userAccount:many&columns=userAccount,loginBrowser';
  const response = await fetch(`${address}/api/sys/log-login/export?${query}`, { headers: { authorization: token } });
  const words = '条件：账号为“many”；列：账号、浏览器';
  const reader = response.body?.getReader();
  await reader?.read();
  expect(await linesOf(userId)).toEqual([`开始导出；${words}`]);
  while ((await reader?.read())?.done === false);
  expect(await linesOf(userId)).toEqual([`导出 9000 行；${words}`]);
});

it('the log line of an export whose node was killed says a day later that it was interrupted', async () => {
  const { token, userId } = await app.userWith({ 'sys/dict': ['read', 'export'] });
  await (await fetch(`${address}/api/sys/dict/export?format=csv&columns=dictLabel`, { headers: { authorization: token } })).text();
  // The log line while the export is still running.
  const begun = async (hours: number): Promise<void> =>
    void (await app.database.pool.query(
      `UPDATE sys_log_opt SET id = ${idOf(`now() - make_interval(hours => ${hours})`)}, opt_message = '开始导出；列：字典名称' WHERE create_user = $1 AND opt_type = '导出'`,
      [userId],
    ));
  await begun(23);
  await runJob(app, 'end-export-lines');
  expect(await linesOf(userId)).toEqual(['开始导出；列：字典名称']);
  await begun(25);
  await runJob(app, 'end-export-lines');
  expect(await linesOf(userId)).toEqual(['导出中断，行数不明；列：字典名称']);
});
