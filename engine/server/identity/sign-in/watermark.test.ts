import { watermarks } from '@back-office/contract/calls/watermark.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSettings } from '../../platform/settings.ts';
import { Staff } from '@back-office/app/testing/server/staff.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ watermark: ['temp'] });
});
afterAll(() => app.drop());

const read = ({ token }: Session) => app.call(token, 'GET', 'session/watermark').then(({ data }) => data);

it('the watermark is shown to everybody, to nobody, or to holders of the roles listed', async () => {
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

const role = fc.record({ says: fc.constantFrom(...Object.values(watermarks)), status: fc.constantFrom('正常', '正常', '停用') });
// WATERMARK names the first role, if `named`.
const plan = fc.record({ named: fc.boolean(), roles: fc.array(role, { maxLength: 3 }) });

it('the watermark follows the strictest of the enabled roles, whatever the setting', async () => {
  const everybody = await openTestApp({ database: app.database, watermark: 'everybody' });
  const staff = new Staff(app);
  const { pool } = app.database;
  await fc.assert(
    fc.asyncProperty(plan, async ({ named, roles }) => {
      const ids = await Promise.all(roles.map(({ status }) => staff.role({ dataScope: '本人', grants: {}, status })));
      for (const [at, { says }] of roles.entries())
        await pool.query('UPDATE sys_role SET role_watermark = $2 WHERE id = $1', [ids[at], says]);
      await pool.query(`UPDATE sys_role SET role_code = id::text WHERE role_code = 'temp'`);
      if (named) await pool.query(`UPDATE sys_role SET role_code = 'temp' WHERE id = $1`, [ids[0]]);
      const token = await staff.openSession(await staff.person(null, ids));
      const held = roles.map((one, at) => ({ ...one, isNamed: named && at === 0 })).filter(({ status }) => status === '正常');
      const isAlways = held.some(({ says }) => says === watermarks.always);
      const asSet = held.filter(({ says }) => says === watermarks.asSet);
      const seen = await Promise.all([app, everybody].map(async (at) => (await at.call(token, 'GET', 'session/watermark')).data !== null));
      expect(seen).toEqual([isAlways || asSet.some(({ isNamed }) => isNamed), isAlways || asSet.length > 0 || held.length === 0]);
    }),
    { numRuns: 40 },
  );
  await everybody.server.close();
});

it('removing the watermark is recorded in the operation log, once a minute', async () => {
  const somebody = await app.userWith({});
  for (let left = 3; left > 0; left -= 1) expect((await app.call(somebody.token, 'POST', 'session/watermark-removed')).code).toBe(20000);
  const { rows } = await app.database.pool.query(
    `SELECT opt_type AS type, opt_status AS status, user_account AS account FROM sys_log_opt WHERE opt_module = '水印'`,
  );
  expect(rows).toEqual([{ type: '移除', status: '失败', account: somebody.account }]);
});
