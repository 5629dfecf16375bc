import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { openReceiver, type Receiver } from '@back-office/server/testing/open-receiver.ts';
import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { Staff } from '@back-office/app/testing/server/staff.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

let app: TestApp;
let admin: string;
let staff: Staff;
let receiver: Receiver;
beforeAll(async () => {
  app = await openTestApp({ webhookPrivate: true });
  admin = await app.admin();
  staff = new Staff(app);
  receiver = await openReceiver();
});
beforeEach(async () => {
  receiver.taken.length = 0;
  await app.database.pool.query('DELETE FROM sys_webhook');
});
afterAll(async () => {
  receiver.close();
  await app.drop();
});

const listen = async (token: string, events: readonly string[]): Promise<void> => {
  const { code } = await app.call(token, 'POST', 'sys/webhook/save', { webhookName: events.join(), webhookUrl: receiver.url, events });
  expect(code).toBe(20000);
};

/** The events that the receiver is sent, with the ids of their records. */
async function sent(): Promise<string[]> {
  await runJob(app, 'send-webhooks');
  const bodies = receiver.taken.map(({ body }) => JSON.parse(body) as { type: string; data: { id: string } });
  return bodies.map(({ type, data }) => `${type} ${data.id}`).toSorted();
}

it('a webhook is told that an ended session was deleted, if the data scope of its maker includes the person', async () => {
  const [home, elsewhere] = [await staff.org(), await staff.org()];
  const grants = { 'sys/webhook': ['add', 'read'], 'sys/session': ['read'] };
  const maker = await staff.signedIn(home, [await staff.role({ dataScope: '本机构', grants })]);
  await listen(maker.token, ['sys/session:deleted']);
  const sessionOf = async (org: string) => {
    const { userId, token } = await staff.signedIn(org, []);
    const { rows } = await app.database.pool.query<{ id: string }>('SELECT id FROM sys_session WHERE sys_user_id = $1', [userId]);
    return { id: rows[0]?.id ?? '', userId, token };
  };
  const [near, far, own] = [await sessionOf(home), await sessionOf(elsewhere), await sessionOf(home)];
  for (const { id } of [near, far]) expect((await app.call(admin, 'DELETE', `sys/session/delete/${id}`)).code).toBe(20000);
  const other = await app.database.pool.query<{ id: string }>(
    `INSERT INTO sys_session (id, token_hash, secret_key, sys_user_id, user_account)
     SELECT gen_random_uuid(), '\\x01', secret_key, sys_user_id, user_account FROM sys_session WHERE id = $1 RETURNING id`,
    [own.id],
  );
  expect((await app.call(own.token, 'DELETE', `sys/user/end-session/${other.rows[0]?.id}`)).code).toBe(20000);
  expect(await sent()).toEqual([near.id, other.rows[0]?.id].map((id) => `sys/session:deleted ${id}`).toSorted());
});

it('a webhook is told of no change of a role that somebody previews', async () => {
  const role = await staff.role({ dataScope: '本人', grants: { 'sys/dict': ['read'] } });
  await listen(admin, ['sys/role:changed']);
  const { data } = await app.call<{ credentials: { accessToken: string } }>(admin, 'POST', `sys/role/preview/${role}`);
  expect((await app.call(data.credentials.accessToken, 'POST', 'logout')).code).toBe(20000);
  expect(await sent()).toEqual([]);
});

it('a webhook is told of no change of a notice whose readers are reminded', async () => {
  const notice = { msgTitle: '放假', msgContent: '<p>放假</p>', msgScope: '全部', msgStatus: '已发布' };
  const { data } = await app.call(admin, 'POST', 'sys/msg/save', notice);
  await listen(admin, ['sys/msg:changed']);
  expect((await app.call(admin, 'POST', `sys/msg/remind/${data['id']}`)).code).toBe(20000);
  expect(await sent()).toEqual([]);
});

it('a webhook is told of every text message that somebody sends, and the history of each begins with it', async () => {
  await listen(admin, ['sys/sms:added', 'sys/sms:changed']);
  const phones = ['13812340001', '13812340002', '13812340003'];
  expect((await app.call(admin, 'POST', 'sys/sms/send', { content: '会议改到三点', phones })).data).toMatchObject({ queued: 3 });
  const { rows } = await app.database.pool.query<{ id: string }>('SELECT id FROM sys_sms WHERE sms_phone = ANY($1) ORDER BY sms_phone', [
    phones,
  ]);
  expect(await sent()).toEqual(rows.map(({ id }) => `sys/sms:added ${id}`).toSorted());
  for (const [at, { id }] of rows.entries()) {
    const { data } = await app.call<{ optType: string; optMessage: string }[]>(admin, 'GET', `sys/sms/select-history/${id}`);
    expect(data).toMatchObject([{ optType: '新增' }]);
    const lines = await app.database.pool.query('SELECT opt_target, opt_message, opt_changes::text FROM sys_log_opt WHERE target_id = $1', [
      id,
    ]);
    expect(lines.rows).toMatchObject([{ opt_target: `138****000${at + 1}`, opt_message: '发送“自由文本”给 3 人' }]);
    expect(JSON.stringify(lines.rows)).not.toMatch(/会议|13812/);
  }
});

it('a webhook that holds an event that cannot come can be edited, enabled and told of all others, and loses the event for good', async () => {
  await listen(admin, ['sys/dict:added']);
  await app.database.pool.query("UPDATE sys_webhook SET events = events || '{sys/log-opt:added}'::text[], webhook_status = '停用'");
  const { data: page } = await app.call<{ items: AnyRow[] }>(admin, 'GET', 'sys/webhook/select-page');
  const [hook = expect.fail()] = page.items;
  const save = (values: object) => app.call<AnyRow>(admin, 'POST', 'sys/webhook/save', { id: hook.id, ...values });
  const renamed = await save({
    version: hook.version,
    webhookName: '改名',
    webhookStatus: '正常',
    webhookUrl: `${receiver.url}/new`,
    events: hook['events'],
  });
  expect([renamed.code, renamed.data['events']]).toEqual([20000, ['sys/dict:added', 'sys/log-opt:added']]);
  const { data: entry } = await app.call(admin, 'POST', 'sys/dict/save', { dictLabel: 'told', dictValue: 'told' });
  expect(await sent()).toEqual([`sys/dict:added ${entry['id']}`]);
  const without = await save({ version: renamed.data.version, events: ['sys/dict:added'] });
  const again = await save({ version: without.data.version, events: hook['events'] });
  expect([without.code, again.code, again.message]).toEqual([20000, 40000, '没有这个事件：sys/log-opt:added']);
});
