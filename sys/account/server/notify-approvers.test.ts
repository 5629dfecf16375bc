import { dataScopes } from '@back-office/contract/data-scopes.ts';
import { type MailApp, openMailApp } from '@back-office/app/testing/server/open-mail-app.ts';
import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { onStatement } from '@back-office/server/platform/database/planning-client.ts';
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest';
import { mailChoices } from '../../mail/mail-calls.ts';

let at: MailApp;
let here: string;
let there: string;
beforeAll(async () => {
  at = await openMailApp();
  const org = async (name: string): Promise<string> =>
    String((await at.app.call(at.admin, 'POST', 'sys/org/save', { orgName: name, orgCode: `told-${name}` })).data['id']);
  [here, there] = [await org('here'), await org('there')];
});
afterEach(async () => {
  await at.clear();
  await query(`DELETE FROM sys_user WHERE user_status = '待审核'`);
});
afterAll(() => at.drop());

const query = (text: string, values: unknown[] = []) => at.app.database.pool.query(text, values);
/** Somebody in an organisation who wants mails about registrations and may approve those within this scope. */
async function approver(dataScope: string, home: string, permission = 'edit'): Promise<string> {
  const { userId, address } = await at.confirmed({ 'sys/user': [permission] });
  await query('UPDATE sys_user SET sys_org_id = $2 WHERE id = $1', [userId, home]);
  await query('UPDATE sys_role SET data_scope = $2 WHERE id IN (SELECT target_id FROM sys_user_role WHERE owner_id = $1)', [
    userId,
    dataScope,
  ]);
  await query(`INSERT INTO sys_user_preference (sys_user_id, key, value) VALUES ($1, $2, 'true')`, [userId, mailChoices.approval.key]);
  return address;
}
const register = (account: string, org: string | null) =>
  query(
    `INSERT INTO sys_user (id, user_account, user_name, user_password, user_status, sys_org_id) VALUES (gen_random_uuid(), $1, '来客', '', '待审核', $2)`,
    [account, org],
  );

it('a registration is mailed to each approver with the number that they reach, in statements whose number does not grow with theirs', async () => {
  const everywhere: string[] = [];
  for (let count = 0; count < 20; count++) everywhere.push(await approver(dataScopes.all, there));
  const near = [await approver(dataScopes.org, here), await approver(dataScopes.orgAndBelow, here)];
  const none = [await approver(dataScopes.org, there), await approver(dataScopes.own, here), await approver(dataScopes.all, here, 'read')];
  await register('guest1', here);
  await register('guest2', here);
  await register('guest3', null);
  const statements: unknown[] = [];
  onTestFinished(onStatement((one) => statements.push(one)));
  await runJob(at.app, 'tell-approvers');
  expect(statements.length).toBeLessThan(60);
  const told = new Map(await at.mailed());
  expect([...told.keys()].toSorted()).toEqual([...everywhere, ...near].toSorted());
  expect(new Set(everywhere.map((address) => told.get(address)))).toEqual(new Set(['有3个注册的账号等待审核']));
  expect(new Set(near.map((address) => told.get(address)))).toEqual(new Set(['有2个注册的账号等待审核']));
  expect(none.filter((address) => told.has(address))).toEqual([]);
});

it('approvers are told of hundreds that wait in the time of reading all kept mails once', async () => {
  const some: string[] = [];
  for (let count = 0; count < 10; count++) some.push(await approver(dataScopes.all, there));
  await query(`
    INSERT INTO sys_user (id, user_account, user_name, user_password, user_status)
    SELECT gen_random_uuid(), 'waits' || n, '来客', '', '待审核' FROM generate_series(1, 300) n`);
  await query(`
    INSERT INTO sys_mail (id, mail_to, mail_topic, mail_subject, mail_content, mail_status, create_time)
    SELECT gen_random_uuid(), 'a@example.com', '通知', '主题', '正文', '已发送', now() - interval '2 days' FROM generate_series(1, 20000)`);
  const times: number[] = [];
  onTestFinished(onStatement(({ text, seconds }) => times.push(/sys_mail\b/.test(text) ? seconds : 0)));
  await runJob(at.app, 'tell-approvers');
  // Reading them for each pair of the two takes minutes.
  expect(Math.max(...times)).toBeLessThan(2);
  const told = new Map(await at.mailed());
  expect(some.map((address) => told.get(address))).toEqual(some.map(() => '有300个注册的账号等待审核'));
});
