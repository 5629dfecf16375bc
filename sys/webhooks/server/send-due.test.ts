import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { openReceiver, type Receiver } from '@back-office/server/testing/open-receiver.ts';
import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

let app: TestApp;
let admin: string;
let receiver: Receiver;
beforeAll(async () => {
  app = await openTestApp({ webhookPrivate: true });
  admin = await app.admin();
  receiver = await openReceiver();
});
afterEach(async () => {
  receiver.answer = undefined;
  receiver.taken.length = 0;
  await app.database.pool.query('DELETE FROM sys_webhook');
});
afterAll(async () => {
  receiver.close();
  await app.drop();
});

const save = (values: object, by = app) =>
  by.call(admin, 'POST', 'sys/webhook/save', { webhookName: '同步', webhookUrl: receiver.url, events: ['sys/dict:added'], ...values });
let count = 0;
/** Adds a dictionary entry, which the webhooks announce, and sends what is due. */
async function tell(): Promise<void> {
  const dictValue = `send-${(count += 1)}`;
  expect((await app.call(admin, 'POST', 'sys/dict/save', { dictLabel: dictValue, dictValue })).code).toBe(20000);
  await runJob(app, 'send-webhooks');
}
const deliveries = async () =>
  (await app.call<PageAnswer<AnyRow>>(admin, 'GET', 'sys/webhook-delivery/select-page?sort=createTime:asc')).data.items;
const lines = async (type: string) => {
  const { rows } = await app.database.pool.query('SELECT opt_target, opt_message FROM sys_log_opt WHERE opt_type = $1', [type]);
  return rows as { opt_target: string; opt_message: string | null }[];
};

describe('a webhook address', () => {
  const refusalOf = async (webhookUrl: string, by = app) => {
    const { code, message } = await save({ webhookUrl }, by);
    return [code, message];
  };

  it('that is invalid, contains credentials or is link-local is refused when it is saved', async () => {
    expect((await refusalOf('ftp://receiver.example/'))[0]).toBe(40000);
    for (const url of ['https://who@receiver.example/', 'https://:secret@receiver.example/'])
      expect(await refusalOf(url), url).toEqual([40000, '接收地址不能带用户名或密码']);
    for (const url of ['http://169.254.169.254/latest', 'http://[fe80::1]/'])
      expect(await refusalOf(url), url).toEqual([40000, '接收地址不能指向这个网段']);
  });

  it('on an internal network is refused when it is saved if the operator does not allow it', async () => {
    const outside = await openTestApp({ database: app.database });
    for (const url of ['http://localhost/', 'http://a.localhost./', 'http://127.0.0.1:8080/', 'https://10.1.2.3/', 'http://[::1]/'])
      expect(await refusalOf(url, outside), url).toEqual([40000, '接收地址不能指向内部网络']);
    expect((await refusalOf('https://localhost.example/', outside))[0]).toBe(20000);
    await outside.server.close();
  });
});

it('an event that nothing triggers, or that is about deliveries themselves, is refused', async () => {
  const never = ['sys/nothing:added', 'sys/webhook-delivery:added', 'sys/log-opt:added', 'sys/session:changed', 'sys/recycle:changed'];
  for (const event of never) expect((await save({ events: [event] })).code, event).toBe(40000);
  const possible = ['sys/log-opt:deleted', 'sys/session:deleted', 'sys/file:added', 'sys/passkey:changed', 'sys/sms:added'];
  expect((await save({ events: possible })).code).toBe(20000);
});

it('a redirect from a receiver is not followed, and the delivery says so', async () => {
  await save({});
  receiver.answer = (_request, response) => response.writeHead(302, { location: receiver.url }).end();
  await tell();
  expect(receiver.taken).toHaveLength(1);
  expect(await deliveries()).toMatchObject([{ deliveryStatus: '待推送', failReason: '接收方要求跳转（302），不跟随' }]);
});

it('a webhook whose secret cannot be decrypted is disabled and logged, and nothing is sent unsigned', async () => {
  const { data: hook } = await save({ webhookName: '丢了密钥' });
  await app.database.pool.query(`UPDATE sys_webhook SET secret = decode(repeat('00', 60), 'hex')`);
  await tell();
  await tell();
  expect(receiver.taken).toEqual([]);
  expect((await app.call(admin, 'GET', `sys/webhook/select/${hook.id}`)).data).toMatchObject({
    webhookStatus: '停用',
    offReason: '签名密钥已失效，请更换后重新启用',
    version: Number(hook.version) + 1,
  });
  expect(await lines('停用推送')).toEqual([{ opt_target: '丢了密钥', opt_message: '签名密钥已失效，请更换后重新启用' }]);
  expect(await deliveries()).toMatchObject([{ deliveryStatus: '未推送', failReason: '签名密钥已失效' }]);
  expect((await app.call(admin, 'POST', `sys/webhook/renew-secret/${hook.id}`)).code).toBe(20000);
  expect(await lines('更换签名密钥')).toEqual([{ opt_target: '丢了密钥', opt_message: null }]);
});

it('a resend keeps the id of its delivery, is logged, and is refused while that delivery is still waiting', async () => {
  await save({});
  await tell();
  const [first] = await deliveries();
  const again = (ids: unknown) => app.call(admin, 'POST', `sys/webhook-delivery/resend/${String(ids)}`);
  expect((await again(first?.id)).data).toEqual({ queued: 1 });
  expect(await lines('再次推送')).toEqual([{ opt_target: 'sys/dict:added', opt_message: null }]);
  expect(await again(first?.id)).toMatchObject({ code: 40000, message: '其中有还在等待推送的记录' });
  expect((await again(`${String(first?.id)},${crypto.randomUUID()}`)).code).toBe(40400);
  await runJob(app, 'send-webhooks');
  expect(receiver.taken.map(({ headers }) => headers['webhook-id'])).toEqual([first?.id, first?.id]);
});

it('deleting a webhook deletes its deliveries too, and puts nothing in the recycle bin', async () => {
  const { data: hook } = await save({});
  await tell();
  expect((await app.call(admin, 'DELETE', `sys/webhook/delete/${hook.id}`)).code).toBe(20000);
  expect(await deliveries()).toEqual([]);
  const { rows } = await app.database.pool.query('SELECT FROM sys_recycle WHERE target_id = $1', [hook.id]);
  expect(rows).toEqual([]);
  expect((await app.call(admin, 'DELETE', `sys/webhook/delete/${hook.id}`)).code).toBe(40400);
});
