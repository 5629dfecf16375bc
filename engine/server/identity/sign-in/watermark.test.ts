import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSettings } from '../../platform/settings.ts';
import { openTestApp, type Session, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ watermark: ['temp'] });
});
afterAll(() => app.drop());

const read = ({ token }: Session) => app.call(token, 'GET', 'session/watermark').then(({ data }) => data);

it('is for everybody, for nobody, or for whoever holds one of the roles', async () => {
  const [temporary, other] = [await app.userWith({}), await app.userWith({})];
  await app.database.pool.query(`UPDATE sys_role SET role_code = 'temp' WHERE role_code = $1`, [`r-${temporary.account}`]);
  expect(await read(temporary)).toEqual({ userName: temporary.account, userAccount: temporary.account });
  expect(await read(other)).toBeNull();
  expect(['', 'off', 'on', 'temp, staff'].map((WATERMARK) => readSettings({ WATERMARK }).watermark)).toEqual([
    [],
    [],
    'everybody',
    ['temp', 'staff'],
  ]);
});

it('is missed in the operation log, once a minute', async () => {
  const somebody = await app.userWith({});
  for (let left = 3; left > 0; left -= 1) expect((await app.call(somebody.token, 'POST', 'session/watermark-removed')).code).toBe(20000);
  const { rows } = await app.database.pool.query(
    `SELECT opt_type AS type, opt_status AS status, user_account AS account FROM sys_log_opt WHERE opt_module = '水印'`,
  );
  expect(rows).toEqual([{ type: '移除', status: '失败', account: somebody.account }]);
});
