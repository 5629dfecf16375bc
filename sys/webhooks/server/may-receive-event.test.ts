import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { openReceiver } from '@back-office/server/testing/open-receiver.ts';
import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { Staff } from '@back-office/app/testing/server/staff.ts';
import { openTestApp, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ webhookPrivate: true });
});
afterAll(() => app.drop());

it('a webhook’s author never sees deliveries about records beyond their rights, whether waiting or skipped', async () => {
  const [admin, receiver, staff] = [await app.admin(), await openReceiver(), new Staff(app)];
  const [home, away] = [await staff.org(), await staff.org()];
  const grants = { 'sys/webhook': ['add', 'read'], 'sys/webhook-delivery': ['read'], 'sys/dept': ['read'] };
  const { token } = await staff.signedIn(home, [await staff.role({ dataScope: '本机构', grants })]);
  const listed = async (asker: string) => {
    const { data } = await app.call<PageAnswer<AnyRow>>(asker, 'GET', 'sys/webhook-delivery/select-page?sort=createTime:asc');
    return data.items.map(({ targetId, deliveryStatus }) => [targetId, deliveryStatus]);
  };
  const webhook = { webhookName: '同步', webhookUrl: receiver.url, events: ['sys/dept:added'] };
  expect((await app.call(token, 'POST', 'sys/webhook/save', webhook)).code).toBe(20000);
  const dept = async (sysOrgId: string) => (await app.call(admin, 'POST', 'sys/dept/save', { deptName: '部门', sysOrgId })).data.id;
  const [seen, hidden] = [await dept(home), await dept(away)];
  expect(await listed(token)).toEqual([]);
  await runJob(app, 'send-webhooks');
  expect(await listed(token)).toEqual([[seen, '已送达']]);
  expect(await listed(admin)).toEqual([
    [seen, '已送达'],
    [hidden, '未推送'],
  ]);
  receiver.close();
});

it('redirecting or re-enabling a webhook needs the rights to all its events, which a narrower key lacks', async () => {
  const { token } = await app.userWith({ 'sys/webhook': ['write'], 'sys/dept': ['read'] });
  const hook = { webhookName: '同步', webhookUrl: 'http://127.0.0.1:9/a', events: ['sys/dept:added'] };
  const made = (await app.call(token, 'POST', 'sys/webhook/save', hook)).data;
  const expireTime = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
  const own = { tokenName: '程序', tokenRights: ['sys/webhook:edit'], expireTime, password: userPassword };
  const key = String((await app.call(token, 'POST', 'sys/token/save-own', own)).data['token']);
  let { version } = made;
  const edit = async (values: object, by: string) => {
    const { code, data } = await app.call(by, 'POST', 'sys/webhook/save', { id: made.id, version, ...values });
    if (code === 20000) version = data.version;
    return [code, (data['fields'] as { field: string }[] | undefined)?.[0]?.field];
  };
  const [ok, refused] = [
    [20000, undefined],
    [40000, 'events'],
  ];
  const elsewhere = { webhookUrl: 'http://127.0.0.1:9/b' };
  expect(await edit(elsewhere, key)).toEqual(refused);
  expect(await edit({ ...hook, webhookName: '改名', webhookStatus: '停用' }, key)).toEqual(ok);
  expect(await edit({ webhookStatus: '正常' }, key)).toEqual(refused);
  expect(await edit({ ...elsewhere, webhookStatus: '正常' }, token)).toEqual(ok);
});
