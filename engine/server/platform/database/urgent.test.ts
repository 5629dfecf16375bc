import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';
import { until } from '../../testing/until.ts';
import { inOwnSchema } from '../../testing/in-own-schema.ts';

/* Work that must be answered however long everybody else waits (docs/hardening.md I16). */
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.drop());

/** Less than the time that any statement waits for a lock. */
const soonMs = 2000;

async function soon<Answer>(work: Promise<Answer>): Promise<Answer> {
  const begin = performance.now();
  const answer = await work;
  expect(performance.now() - begin).toBeLessThan(soonMs);
  return answer;
}

it('sign-in, sessions, permissions and health checks wait neither for locked rows nor for saves that do', async ({ skip }) => {
  if (app.database.kind === 'embedded') skip('the embedded database has one connection, and nobody who could hold a row beside it');
  const admin = await app.admin();
  const [person, careful] = [await app.userWith({ 'sys/user': ['read'] }), await app.userWith({})];
  await app.database.pool.query(`UPDATE sys_user SET two_step = '是' WHERE id = $1`, [careful.userId]);
  await app.database.pool.query(`UPDATE sys_session SET last_seen_time = now() - interval '5 minutes'`);
  const { data } = await app.call(admin, 'GET', `sys/user/select/${person.userId}`);

  const holder = new pg.Client({ connectionString: inOwnSchema(app.database.pool.options.connectionString ?? '') });
  holder.on('error', () => undefined);
  await holder.connect();
  await holder.query('BEGIN; SELECT id FROM sys_user FOR UPDATE; SELECT id FROM sys_session FOR UPDATE; LOCK TABLE sys_user IN SHARE MODE');
  const payload = { id: data.id, version: data.version, userName: '另一个名字' };
  const save = () => app.server.inject({ method: 'POST', url: '/api/sys/user/save', headers: { authorization: admin }, payload });
  const saves = Array.from({ length: 12 }, save);
  await until(() => app.database.pool.waitingCount > 0);

  expect((await soon(app.server.inject({ url: '/readyz' }))).statusCode).toBe(200);
  expect((await soon(app.call(person.token, 'GET', 'sys/user/select-roles'))).code).toBe(20000);
  expect((await soon(app.login(person.account, userPassword))).code).toBe(20000);
  expect((await soon(app.login(person.account, 'wrong'))).code).toBe(40001);
  expect((await soon(app.login(careful.account, userPassword))).code).toBe(40302);

  // The saves do not wait forever, and report why.
  const first = await Promise.race(saves);
  expect([first.statusCode, first.headers['retry-after']]).toEqual([503, '3']);
  expect(first.json()).toMatchObject({ code: 50300, message: '数据正被其他操作占用，请稍后重试' });
  await holder.end();
  expect((await Promise.all(saves)).map((answer) => answer.json<{ code: number }>().code)).toContain(20000);
});
