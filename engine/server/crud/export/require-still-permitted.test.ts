import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

/* A slowly read stream, while the rights of its reader shrink. */
let app: TestApp;
let address: string;
beforeAll(async () => {
  app = await openTestApp();
  address = await app.server.listen({ port: 0, host: '127.0.0.1' });
  // More bytes than the buffers of the network and of both sides hold when the reader stops reading, in a column without a gram index.
  await app.database.pool.query(
    `INSERT INTO sys_log_login (id, user_account, user_name, login_type, login_status, login_browser)
     SELECT gen_random_uuid(), 'many', 'many', '登录', '成功', repeat('长', 700) FROM generate_series(1, 9000)`,
  );
});
afterAll(() => app.drop());

it.each([
  ['account', `UPDATE sys_user SET user_status = '停用' WHERE id = $1`],
  [
    'right',
    `UPDATE sys_role_function SET function_permission = 'read' FROM sys_user_role r WHERE r.owner_id = $1 AND sys_role_id = r.target_id`,
  ],
  ['data scope', `UPDATE sys_role SET data_scope = '本人' FROM sys_user_role r WHERE r.owner_id = $1 AND sys_role.id = r.target_id`],
])('an export is cut off once its reader has lost the %s, however slowly they read it', async (_what, loss) => {
  const { token, userId } = await app.userWith({ 'sys/log-login': ['read', 'export'] });
  const response = await fetch(`${address}/api/sys/log-login/export?format=csv`, { headers: { authorization: token } });
  const body = response.body?.getReader();
  await body?.read();
  await app.database.pool.query(loss, [userId]);
  const rest = async (): Promise<void> => {
    while ((await body?.read())?.done === false);
  };
  await expect(rest()).rejects.toThrow('terminated');
  const lines = `SELECT opt_message FROM sys_log_opt WHERE create_user = $1 AND opt_type = '导出'`;
  const { rows } = await app.database.pool.query<{ opt_message: string }>(lines, [userId]);
  expect(rows.map(({ opt_message: said }) => said.replace(/\d+/, 'n').slice(0, 9))).toEqual(['导出 n 行后中断']);
});

it('an export by an API key is cut off once the key may no longer be used from the address of the request', async () => {
  const { userId } = await app.userWith({ 'sys/log-login': ['read', 'export'] });
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const posted = { tokenName: '导出', sysUserId: userId, tokenRights: ['sys/log-login:export'], expireTime: `${day} 23:00:00` };
  const { data } = await app.call<{ token: string }>(await app.admin(), 'POST', 'sys/token/save', {
    ...posted,
    allowedAddresses: ['127.0.0.0/8'],
  });
  const response = await fetch(`${address}/api/sys/log-login/export?format=csv`, { headers: { authorization: data.token } });
  const body = response.body?.getReader();
  expect((await body?.read())?.done).toBe(false);
  await app.database.pool.query(`UPDATE sys_token SET allowed_addresses = '{10.0.0.0/8}' WHERE sys_user_id = $1`, [userId]);
  const rest = async (): Promise<void> => {
    while ((await body?.read())?.done === false);
  };
  await expect(rest()).rejects.toThrow('terminated');
});
