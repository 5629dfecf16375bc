import { type MailApp, openMailApp } from '@back-office/app/testing/server/open-mail-app.ts';
import type { Session } from '@back-office/app/testing/server/test-app.ts';
import { onStatement } from '@back-office/server/platform/database/planning-client.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

let at: MailApp;
beforeAll(async () => {
  at = await openMailApp();
});
afterEach(() => at.clear());
afterAll(() => at.drop());

const subject = '您的邮箱已更换';
/** They change their own record. */
async function saveOwn({ token, userId }: Session, values: object): Promise<void> {
  const { data } = await at.app.call(token, 'GET', `sys/user/select-info/${userId}`);
  const saved = await at.app.call(token, 'PUT', 'sys/user/save-info', { id: userId, version: data['version'], ...values });
  expect([saved.code, saved.message]).toEqual([20000, '操作成功']);
}
async function saveByAdmin({ userId }: Session, userEmail: string | null): Promise<void> {
  const { data } = await at.app.call(at.admin, 'GET', `sys/user/select/${userId}`);
  expect((await at.app.call(at.admin, 'POST', 'sys/user/save', { id: userId, version: data['version'], userEmail })).code).toBe(20000);
}
const textOf = (address: string) => at.server.taken.find(({ to }) => to[0] === address)?.text ?? '';

describe('an address that its person had confirmed', () => {
  it('is told at once that they replaced it, and by what, but not by which', async () => {
    const one = await at.confirmed();
    await saveOwn(one, { userEmail: 'thief@example.com' });
    expect(await at.mailed()).toEqual([[one.address, subject]]);
    expect(textOf(one.address)).toContain(`您的账号 ${one.account} 的邮箱刚刚由您的账号更换（IP 127.0.0.1）`);
    expect(textOf(one.address)).not.toContain('thief');
  });

  it('is told that an administrator replaced or emptied it, one by one and several at once', async () => {
    const [one, other, third] = [await at.confirmed(), await at.confirmed(), await at.confirmed()];
    await saveByAdmin(one, 'new@example.com');
    await saveByAdmin(other, null);
    const { data } = await at.app.call(at.admin, 'GET', `sys/user/select/${third.userId}`);
    const row = { id: third.userId, version: data['version'], userEmail: 'moved@example.com' };
    expect((await at.app.call(at.admin, 'POST', 'sys/user/save-batch', [row])).code).toBe(20000);
    const told = [one, other, third].map(({ address }) => [address, subject]);
    expect(new Set(await at.mailed())).toEqual(new Set(told));
    expect(textOf(other.address)).toContain('刚刚由账号 admin 更换');
  });

  it('is told nothing while it stays, and once in ten minutes if it comes and goes', async () => {
    const one = await at.confirmed();
    await saveOwn(one, { userName: '改名', userEmail: one.address });
    expect(await at.mailed()).toEqual([]);
    for (const userEmail of ['thief@example.com', one.address, 'thief@example.com']) await saveOwn(one, { userEmail });
    expect(await at.mailed()).toEqual([[one.address, subject]]);
  });
});

it('an address that nobody confirmed is told nothing', async () => {
  await saveOwn(await at.person(), { userEmail: 'other@example.com' });
  expect(await at.mailed()).toEqual([]);
});

it('the addresses of a hundred people saved at once are each told, in statements whose number does not grow with theirs', async () => {
  const { rows } = await at.app.database.pool.query<{ id: string; version: number }>(`
    WITH people AS (
      INSERT INTO sys_user (id, user_account, user_name, user_password, user_status, user_email)
      SELECT gen_random_uuid(), 'many' || n, '众' || n, '', '正常', 'many' || n || '@example.com' FROM generate_series(1, 100) n
      RETURNING id, version, user_email),
    confirmed AS (INSERT INTO sys_mail_address (sys_user_id, address, confirm_time) SELECT id, user_email, now() FROM people)
    SELECT id, version FROM people`);
  const people = rows.map(({ id, version }, index) => ({ id, version, userEmail: `moved${index}@example.com` }));
  const statements: string[] = [];
  const stop = onStatement(({ text }) => statements.push(text));
  onTestFinished(stop);
  const saved = await at.app.call(at.admin, 'POST', 'sys/user/save-batch', people);
  stop();
  expect([saved.code, saved.message]).toEqual([20000, '操作成功']);
  expect(statements.filter((text) => /sys_mail\b|sys_setting\b/.test(text)).length).toBeLessThan(10);
  expect(statements.length).toBeLessThan(80);
  const mails = await at.app.database.pool.query<{ to: string; name: string; content: string }>(
    'SELECT mail_to AS to, mail_name AS name, mail_content AS content FROM sys_mail',
  );
  const told = new Map(mails.rows.map(({ to, name, content }) => [to, [name, content.slice(0, content.indexOf('的邮箱刚刚由'))]]));
  expect(mails.rows).toHaveLength(100);
  for (let n = 1; n <= 100; n++) expect(told.get(`many${n}@example.com`)).toEqual([`众${n}`, `众${n}，您好：\n\n您的账号 many${n} `]);
});
