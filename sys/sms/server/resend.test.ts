import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { openSmsApp, type SmsApp } from '@back-office/app/testing/server/open-sms-app.ts';

const [first, second, third] = ['13812340001', '13812340002', '13812340003'] as const;

let messages: SmsApp;

beforeAll(async () => {
  messages = await openSmsApp({ perNumber: 3, perUser: 12 });
});
afterEach(() => messages.clear());
afterAll(() => messages.drop());

const resend = (rows: readonly AnyRow[]) =>
  messages.app.call(messages.admin, 'POST', `sys/sms/resend/${rows.map(({ id }) => id).join(',')}`);

/** Creates messages that the provider refuses. */
async function fail(...phones: string[]): Promise<AnyRow[]> {
  for (const phone of phones) await messages.save(phone);
  messages.standIn.next.push(...phones.map(() => ({ Code: 'isv.AMOUNT_NOT_ENOUGH', Message: '余额不足', RequestId: 'R' })));
  await messages.run();
  return (await messages.rows()).filter(({ smsStatus }) => smsStatus === '发送失败');
}

it('failed messages are resent together, once each', async () => {
  const failed = await fail(first, second, third);
  expect(failed).toHaveLength(3);
  expect((await resend(failed)).data).toEqual({ queued: 3 });
  expect((await messages.rows()).map(({ smsStatus, failReason, sendTime }) => [smsStatus, failReason, sendTime])).toEqual(
    failed.map(() => ['待发送', null, null]),
  );
  await messages.run();
  expect(messages.standIn.taken.map(({ phone }) => phone).toSorted()).toEqual([first, second, third]);
  expect(await messages.statuses()).toEqual(['发送成功', '发送成功', '发送成功']);
});

it('none is resent if one of them has already been sent', async () => {
  const [one, other] = await fail(first, second);
  await resend([one, other].slice(0, 1) as AnyRow[]);
  await messages.run();
  expect(await resend(await messages.rows())).toMatchObject({ code: 40000, message: '只有发送失败或结果未知的短信可以重发' });
  expect(await messages.statuses()).toEqual(['发送成功', '发送失败']);
});

it('none is resent if one of the numbers has reached its daily limit', async () => {
  const failed = await fail(first, second);
  await messages.save(second);
  await messages.save(second);
  expect(await resend(failed)).toMatchObject({ code: 40000, message: '有号码今天已有 3 条短信，不能再发' });
  const still = await messages.rows();
  expect(failed.map(({ id }) => still.find((row) => row.id === id)?.['smsStatus'])).toEqual(['发送失败', '发送失败']);
});

const typed = { smsTemplateId: '', variables: { time: '三点' } };
const send = (body: object) =>
  messages.app.call(messages.admin, 'POST', 'sys/sms/send', { ...typed, smsTemplateId: messages.template.id, ...body });
const preview = (body: object) =>
  messages.app.call(messages.admin, 'POST', 'sys/sms/preview-send', { ...typed, smsTemplateId: messages.template.id, ...body });
const person = async (more: object) => {
  const values = { userAccount: `sms.${crypto.randomUUID().slice(0, 8)}`, userName: '甲', userPhone: first, ...more };
  return (await messages.app.call(messages.admin, 'POST', 'sys/user/save', values)).data.id;
};

it('a resend and an outcome settled by hand are recorded in the message’s history, each as a new version', async () => {
  const [one] = (await fail(first)) as [AnyRow];
  await resend([one]);
  await messages.app.database.pool.query(`UPDATE sys_sms SET sms_status = '结果未知' WHERE id = $1`, [one.id]);
  const settled = await messages.app.call(messages.admin, 'PUT', `sys/sms/settle/${one.id}`, { smsStatus: '发送失败' });
  expect(settled.data).toMatchObject({ smsStatus: '发送失败', failReason: '人工确认', version: Number(one.version) + 2 });
  const { data } = await messages.app.call<{ optType: string }[]>(messages.admin, 'GET', `sys/sms/select-history/${one.id}`);
  expect(data.slice(0, 2).map(({ optType }) => optType)).toEqual(['人工确认', '重发']);
});

it('a resent message whose outcome is unknown is not taken for what became of its earlier attempt', async () => {
  const endLease = () => messages.app.database.pool.query("UPDATE sys_sms SET claim_until = now() - interval '1 second'");
  await messages.save(first);
  messages.standIn.next.push('cut');
  await messages.run();
  const details = { OutId: messages.standIn.taken[0]?.ourId, SendStatus: 2, ErrCode: 'NOT_ON_SERVICE' };
  messages.standIn.found.push({ Code: 'OK', SmsSendDetailDTOs: { SmsSendDetailDTO: [details] } });
  await endLease();
  await runJob(messages.app, 'sweep-sms');
  const [failed] = (await messages.rows()) as [AnyRow];
  expect(failed).toMatchObject({ smsStatus: '发送失败' });
  expect((await resend([failed])).data).toEqual({ queued: 1 });
  messages.standIn.next.push('lost');
  await messages.run();
  // The provider knows the first attempt alone.
  await endLease();
  await runJob(messages.app, 'sweep-sms');
  expect(await messages.rows()).toMatchObject([{ smsStatus: '待发送', failReason: '服务商处查不到这条短信，可能没有发出' }]);
});

it('moving a message to another number counts towards that number’s limit; keeping its number counts nothing', async () => {
  const { app, admin } = messages;
  for (let count = 0; count < 3; count += 1) await messages.save(second);
  const own = await messages.save(first);
  const edit = (values: object) => app.call(admin, 'POST', 'sys/sms/save', { id: own.id, version: own.version, ...values });
  expect(await edit({ smsPhone: second })).toMatchObject({ code: 40000, message: '这个号码今天已有 3 条短信，不能再发' });
  const batch = await app.call<{ fields: object[] }>(admin, 'POST', 'sys/sms/save-batch', [
    { smsPhone: third, smsContent: '您好' },
    { smsPhone: second, smsContent: '您好' },
  ]);
  expect([batch.code, batch.data.fields]).toEqual([40000, [expect.objectContaining({ row: 1, field: 'smsPhone' })]]);
  expect((await edit({ smsPhone: third })).code).toBe(20000);
  const [kept] = (await messages.rows()).filter(({ smsPhone }) => smsPhone === second);
  expect((await app.call(admin, 'POST', 'sys/sms/save', { ...kept, smsContent: '改了' })).code).toBe(20000);
});

it('a disabled user gets no message, and a disabled template sends none', async () => {
  const [here, gone] = [await person({}), await person({ userPhone: second, userStatus: '停用' })];
  expect((await preview({ userIds: [here, gone] })).data).toMatchObject({ recipients: 1 });
  const { template } = messages;
  const status = (templateStatus: string) =>
    messages.app.database.pool.query('UPDATE sys_sms_template SET template_status = $2 WHERE id = $1', [template.id, templateStatus]);
  await status('停用');
  expect(await send({ userIds: [here] })).toMatchObject({ code: 40000, message: '模板不存在或已停用' });
  await status('正常');
});

it('a name need not be typed if all recipients are users, and a refusal says how many are left for today', async () => {
  const here = await person({});
  const missing = async (body: object) => (await preview(body)).data['missing'];
  expect([await missing({ userIds: [here] }), await missing({ userIds: [here], phones: [second] }), await missing({})]).toEqual([
    [],
    ['userName'],
    ['userName'],
  ]);
  const phones = Array.from({ length: 13 }, (_, at) => `139123400${10 + at}`);
  const variables = { time: '三点', userName: '您好' };
  expect((await send({ phones: phones.slice(0, 2), variables })).code).toBe(20000);
  expect(await send({ phones: phones.slice(2), variables })).toMatchObject({
    code: 42900,
    message: '每人每天最多发送 12 条短信，今天还可以发送 10 条',
  });
});

it('a message sent by another provider is not looked up here, and counts of past days are deleted', async () => {
  const { pool } = messages.app.database;
  await messages.save(first);
  messages.standIn.next.push('lost');
  await messages.run();
  await pool.query(
    `UPDATE sys_sms SET sms_provider = 'tencent', claim_until = now() - interval '1 s', claim_time = now() - interval '1 hour'`,
  );
  await pool.query(`INSERT INTO sys_sms_day (day, key, sent) SELECT current_date - n, 'n:old', 1 FROM generate_series(1, 2) n`);
  await runJob(messages.app, 'sweep-sms');
  expect(await messages.rows()).toMatchObject([{ smsStatus: '结果未知', failReason: '由原服务商 tencent 发送，无法再查询结果' }]);
  const { rows } = await pool.query(`SELECT current_date - day AS age FROM sys_sms_day WHERE key = 'n:old'`);
  expect(rows).toEqual([{ age: 1 }]);
});
