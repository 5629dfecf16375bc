import { afterAll, beforeAll, expect, it } from 'vitest';
import { endSmsGrace } from '@back-office/app/testing/server/end-sms-grace.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

const save = (record: object) => app.call(admin, 'POST', 'sys/sms/save', record);

it('a saved message can be changed and deleted for a few seconds, and is then sent', async () => {
  const [{ data: one }, { data: other }] = [
    await save({ smsPhone: '13812340001', smsContent: '一' }),
    await save({ smsPhone: '13812340002', smsContent: '二' }),
  ];
  await app.server.jobs.runDue();
  expect(await save({ ...one, smsContent: '三' })).toMatchObject({ code: 20000, data: { version: 2, smsStatus: '待发送' } });
  expect((await app.call(admin, 'DELETE', `sys/sms/delete/${other.id}`)).code).toBe(20000);
  await endSmsGrace(app);
  await app.server.jobs.runDue();
  const { data: sent } = await app.call(admin, 'GET', `sys/sms/select/${one.id}`);
  expect(sent).toMatchObject({ smsContent: '三', smsStatus: '发送成功' });
  expect(await save(sent)).toMatchObject({ code: 20000, data: { smsStatus: '发送成功' } });
  expect((await save({ ...sent, version: Number(sent.version) + 1, smsContent: '四' })).code).toBe(40000);
});

it('a message deleted before it was sent is not sent when it is restored', async () => {
  const { data } = await save({ smsPhone: '13812340003', smsContent: '收回' });
  expect((await app.call(admin, 'DELETE', `sys/sms/delete/${data.id}`)).code).toBe(20000);
  const { rows } = await app.database.pool.query<{ id: string }>('SELECT id FROM sys_recycle WHERE target_id = $1', [data.id]);
  expect((await app.call(admin, 'POST', `sys/recycle/restore/${rows[0]?.id}`)).code).toBe(20000);
  await endSmsGrace(app);
  await app.server.jobs.runDue();
  const status = async () => (await app.call(admin, 'GET', `sys/sms/select/${data.id}`)).data['smsStatus'];
  expect(await status()).toBe('发送失败');
  expect((await app.call(admin, 'POST', `sys/sms/resend/${data.id}`)).code).toBe(20000);
  await app.server.jobs.runDue();
  expect(await status()).toBe('发送成功');
});

it('the operation log and the recycle bin name a message by its number with the middle digits masked', async () => {
  const smsPhone = '13912345678';
  const { data } = await save({ smsPhone, smsContent: '遮住' });
  expect((await save({ ...data, smsContent: '再遮' })).code).toBe(20000);
  expect((await app.call(admin, 'DELETE', `sys/sms/delete/${data.id}`)).code).toBe(20000);
  const told = async (statement: string) => (await app.database.pool.query(`${statement} WHERE target_id = $1`, [data.id])).rows;
  const [lines, kept] = [
    await told('SELECT l::text AS told FROM sys_log_opt l'),
    await told('SELECT recycle_name AS told FROM sys_recycle'),
  ];
  expect(lines).toHaveLength(3);
  for (const { told: text } of [...lines, ...kept]) expect(text).toContain('139****5678');
  expect(JSON.stringify([lines, kept])).not.toContain(smsPhone);
});

it('a message that is being sent is not changed, and is named by its row among others', async () => {
  const [{ data: one }, { data: other }] = [
    await save({ smsPhone: '13812340004', smsContent: '一' }),
    await save({ smsPhone: '13812340005', smsContent: '二' }),
  ];
  await app.database.pool.query('UPDATE sys_sms SET claim_token = gen_random_uuid() WHERE id = $1', [other.id]);
  const issue = { field: 'smsStatus', message: '短信正在发送，请稍后再试' };
  const changed = [one, other].map(({ id }) => ({ id, version: 1, smsContent: '三' }));
  expect(await app.call(admin, 'POST', 'sys/sms/save-batch', changed)).toMatchObject({
    code: 40000,
    data: { fields: [{ ...issue, row: 1 }] },
  });
  expect((await save(changed[1] ?? {})).data).toEqual({ fields: [issue] });
  const answer = await app.call(admin, 'DELETE', `sys/sms/delete/${other.id}`);
  expect(answer).toMatchObject({ code: 40000, data: { fields: [issue] } });
});
