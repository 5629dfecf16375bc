import { openTestApp, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let app: TestApp;
beforeAll(async () => void (app = await openTestApp()));
afterAll(() => app.drop());

const expireTime = new Date(Date.now() + 30 * 86_400_000).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' });

it.each([
  {
    what: '接口密钥',
    call: 'sys/token/save-own',
    table: 'sys_token',
    body: { tokenName: '考勤', tokenRights: ['sys/dict:read'], expireTime, password: userPassword },
    rest: { token_name: '', token_rights: [], expire_time: expireTime, token_status: '正常' },
  },
  {
    what: '推送',
    call: 'sys/webhook/save',
    table: 'sys_webhook',
    body: { webhookName: '同步', webhookUrl: 'https://receiver.example/', events: ['sys/dict:added'] },
    rest: { webhook_name: '', webhook_url: '', events: [], webhook_status: '正常' },
  },
])('nobody can have more than fifty $what, however many requests arrive at once', async ({ what, call, table, body, rest }) => {
  const one = await app.userWith({ 'sys/webhook': ['admin'], 'sys/dict': ['read'] });
  const columns = Object.keys(rest).join(', ');
  await app.database.pool.query(
    `INSERT INTO ${table} (id, sys_user_id, ${columns}) SELECT gen_random_uuid(), $1, $2, $3, $4, $5 FROM generate_series(1, 48)`,
    [one.userId, ...Object.values(rest)],
  );
  // Opens as many connections as calls beforehand: otherwise the first call would end while others still connect.
  await Promise.all(Array.from({ length: 10 }, () => app.database.pool.query('SELECT pg_sleep(0.05)')));
  const answers = await Promise.all(Array.from({ length: 10 }, () => app.call(one.token, 'POST', call, body)));
  const refused = answers.filter(({ code }) => code !== 20000);
  expect(refused).toHaveLength(8);
  for (const answer of refused) expect(answer).toMatchObject({ code: 40000, message: `每人最多 50 个${what}，请先删除不用的` });
});
