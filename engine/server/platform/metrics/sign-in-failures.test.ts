import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';

const metricsToken = 'a-token-for-the-monitor';
let app: TestApp;
let person: Session;
beforeAll(async () => {
  app = await openTestApp({ metricsToken });
  person = await app.userWith({});
});
afterAll(() => app.drop());

async function counted(way: string): Promise<number> {
  const { body } = await app.server.inject({ url: '/metrics', headers: { authorization: `Bearer ${metricsToken}` } });
  return Number(new RegExp(`^sign_in_failures_total\\{way="${way}"\\} (\\d+)$`, 'm').exec(body)?.[1] ?? 0);
}

it('sign_in_failures_total counts wrong passwords and attempts at a locked account, and no successful sign-in', async () => {
  const address = '203.0.113.9';
  expect(await counted('password')).toBe(0);
  for (let at = 0; at < 8; at += 1) await app.login(person.account, 'Wrong-Horse-1', { address });
  // Five are verified, and the others refused, for which the log has one line.
  expect(await counted('password')).toBe(8);
  const { rows } = await app.database.pool.query(`SELECT FROM sys_log_login WHERE login_status = '失败' AND user_account = $1`, [
    person.account,
  ]);
  expect(rows.length).toBeLessThan(8);
  await app.admin();
  expect(await counted('password')).toBe(8);
});

it('sign_in_failures_total counts a sign-in with the right password to a disabled account', async () => {
  const other = await app.userWith({});
  await app.database.pool.query(`UPDATE sys_user SET user_status = '停用' WHERE id = $1`, [other.userId]);
  const before = await counted('password');
  expect((await app.login(other.account, 'Plain-Horse-7193')).code).toBe(40002);
  expect(await counted('password')).toBe(before + 1);
});
