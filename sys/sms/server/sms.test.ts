import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openSmsApp, type SmsApp } from '@back-office/app/testing/server/open-sms-app.ts';
import type { SmsStandIn } from '@back-office/server/testing/open-sms-provider.ts';
import type { Session, TestApp } from '@back-office/app/testing/server/test-app.ts';
import { claimDue } from './sms-queue.ts';

const [first, second, third] = ['13812340001', '13812340002', '13812340003'] as const;

let messages: SmsApp;
let app: TestApp;
let admin: string;
let standIn: SmsStandIn;
let template: AnyRow;

beforeAll(async () => {
  messages = await openSmsApp({ perNumber: 3, perUser: 12 });
  ({ app, admin, standIn, template } = messages);
});
afterEach(() => messages.clear());
afterAll(() => messages.drop());

const run = (): Promise<void> => messages.run();
const rows = (): Promise<AnyRow[]> => messages.rows();
const statuses = (): Promise<unknown[]> => messages.statuses();
const save: SmsApp['save'] = (...message) => messages.save(...message);
/** Lets the pending times pass. */
const passTime = (): Promise<unknown> =>
  app.database.pool.query(`UPDATE sys_sms SET run_time = now() - interval '1 second', claim_until = claim_until - interval '6 minutes'`);
/** Runs the sweep, which otherwise runs every half a minute. */
async function sweep(): Promise<void> {
  await app.database.pool.query(`INSERT INTO sys_job (id, kind, payload) VALUES (gen_random_uuid(), 'sweep-sms', 'null')`);
  await app.server.jobs.runDue();
  await app.database.pool.query(`DELETE FROM sys_job WHERE kind = 'sweep-sms'`);
}

describe('a saved message', () => {
  it('waits, is sent with its template, and keeps the provider’s answer', async () => {
    expect(await save('138 1234-0001')).toMatchObject({ smsStatus: '待发送', sendTime: null });
    await run();
    expect(standIn.taken).toMatchObject([{ phone: first, template: 'SMS_100', parameters: { userName: '张三', time: '三点' } }]);
    const [sent] = await rows();
    expect(sent).toMatchObject({ smsStatus: '发送成功', smsProvider: 'aliyun', providerId: expect.stringMatching(/^biz-/) as unknown });
    expect(standIn.taken[0]?.ourId).toMatch(new RegExp(`^${sent?.id}-\\d+$`));
    await run();
    expect(standIn.taken).toHaveLength(1);
    const again = await app.call(admin, 'POST', 'sys/sms/save', { ...sent, smsContent: '别的' });
    expect(again).toMatchObject({ code: 40000, message: '只有待发送的短信可以修改' });
  });

  it('fails with the reason if the provider could not send it', async () => {
    await save(first, { smsTemplate: null, smsContent: '自由文本' });
    await save(second, { smsTemplate: 'nothing' });
    await save(third, { smsContent: '与模板不符' });
    await run();
    expect((await rows()).map(({ smsStatus, failReason }) => [smsStatus, failReason])).toEqual([
      ['发送失败', '服务商只发送审核通过的模板，不能发送自由文本'],
      ['发送失败', '没有编码为 nothing 的模板'],
      ['发送失败', '内容与模板不符'],
    ]);
    expect(standIn.taken).toEqual([]);
  });

  it('is retried with growing delays while the provider is busy, five attempts at most', async () => {
    await save(first);
    const busy = { Code: 'isp.SYSTEM_ERROR', Message: '系统错误', RequestId: 'R' };
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      standIn.next.push(busy);
      await sweep();
      expect(await statuses()).toEqual(['待发送']);
      const { rows: due } = await app.database.pool.query<{ wait: number }>(
        'SELECT round(extract(epoch FROM run_time - now()))::int AS wait FROM sys_sms',
      );
      waits.push(Math.round((due[0]?.wait ?? 0) / 30) * 30);
      await passTime();
    }
    expect(waits).toEqual([30, 60, 120, 240]);
    standIn.next.push(busy);
    await sweep();
    expect(await rows()).toMatchObject([{ smsStatus: '发送失败', failReason: '系统错误（isp.SYSTEM_ERROR）' }]);
    expect(standIn.taken).toEqual([]);
  });
});

describe('a message whose node crashed or that got no answer', () => {
  it('is neither sent by another node nor changed nor deleted while it is claimed', async () => {
    const saved = await save(first);
    expect(await claimDue(app.database.db, 'aliyun', 10)).toHaveLength(1);
    await run();
    await sweep();
    expect([standIn.taken, await statuses()]).toEqual([[], ['待发送']]);
    const refusal = { code: 40000, message: '短信正在发送，请稍后再试' };
    expect(await app.call(admin, 'DELETE', `sys/sms/delete/${saved.id}`)).toMatchObject(refusal);
    const [claimed] = await rows();
    expect(await app.call(admin, 'POST', 'sys/sms/save', { ...saved, smsContent: '别的' })).toMatchObject({ code: 40900 });
    expect(await app.call(admin, 'POST', 'sys/sms/save', { ...claimed, smsContent: '别的' })).toMatchObject(refusal);
  });

  it('is looked up at the provider after a crash and never sent twice', async () => {
    await save(first);
    standIn.next.push('cut');
    await run();
    expect([standIn.taken.length, await statuses()]).toEqual([1, ['待发送']]);
    await passTime();
    await sweep();
    expect([standIn.taken.length, await statuses()]).toEqual([1, ['发送成功']]);
  });

  it('is looked up for a quarter of an hour of the database’s clock, however wrong the server’s is', async () => {
    await save(first);
    standIn.next.push('lost');
    await run();
    await app.database.pool.query(`UPDATE sys_sms SET claim_time = claim_time - interval '6 minutes'`);
    await passTime();
    vi.useFakeTimers({ now: Date.now() + 20 * 60_000, toFake: ['Date'] });
    await sweep().finally(() => vi.useRealTimers());
    expect(await statuses()).toEqual(['待发送']);
  });

  it('waits for a person if the provider does not know it, who can resend it or record its outcome', async () => {
    await save(first);
    await save(second);
    standIn.next.push('lost', 'lost');
    await run();
    await passTime();
    await sweep();
    expect(await statuses()).toEqual(['待发送', '待发送']);
    await app.database.pool.query(`UPDATE sys_sms SET claim_time = claim_time - interval '20 minutes'`);
    await passTime();
    await sweep();
    expect([standIn.taken, await statuses()]).toEqual([[], ['结果未知', '结果未知']]);
    await sweep();
    expect(standIn.taken).toEqual([]);
    const [one, two] = await rows();
    expect((await app.call(admin, 'POST', `sys/sms/resend/${one?.id}`)).data).toEqual({ queued: 1 });
    expect((await app.call(admin, 'PUT', `sys/sms/settle/${two?.id}`, { smsStatus: '发送成功' })).data).toMatchObject({
      smsStatus: '发送成功',
    });
    expect(await app.call(admin, 'PUT', `sys/sms/settle/${two?.id}`, { smsStatus: '发送失败' })).toMatchObject({ code: 40000 });
    await run();
    expect([standIn.taken.map(({ phone }) => phone), await statuses()]).toEqual([[first], ['发送成功', '发送成功']]);
    expect(await app.call(admin, 'POST', `sys/sms/resend/${one?.id}`)).toMatchObject({ code: 40000 });
    const many = Array(501).fill(one?.id).join(',');
    expect((await app.call(admin, 'POST', `sys/sms/resend/${many}`)).message).toBe('一次最多重发 500 条');
  });

  it('is claimed by only one of several nodes', async () => {
    for (const phone of [first, second, third]) await save(phone);
    const claims = await Promise.all([1, 2, 3, 4].map(() => claimDue(app.database.db, 'aliyun', 2)));
    expect(new Set(claims.flat().map(({ id }) => id)).size).toBe(claims.flat().length);
    expect(claims.flat()).toHaveLength(3);
  });
});

describe('sending to people', () => {
  const preview = (body: unknown, token = admin) => app.call(token, 'POST', 'sys/sms/preview-send', body);
  const send = (body: unknown, token = admin) => app.call(token, 'POST', 'sys/sms/send', body);
  const user = async (name: string, phone: string | null, org: string | null = null): Promise<string> => {
    const body = { userAccount: `a${Math.random().toString(36).slice(2, 12)}`, userName: name, userPhone: phone, sysOrgId: org };
    return (await app.call(admin, 'POST', 'sys/user/save', body)).data.id;
  };

  it('reaches an organisation with its descendants, users and plain numbers, each number once', async () => {
    const org = async (name: string, parentId: string | null) =>
      (await app.call(admin, 'POST', 'sys/org/save', { orgName: name, orgCode: name, parentId })).data.id;
    const top = await org('sms-top', null);
    const below = await org('sms-below', top);
    await user('甲', first, below);
    await user('无号', null, below);
    const own = await user('乙', second);
    const body = {
      smsTemplateId: template.id,
      variables: { time: '三点', userName: '您好' },
      orgIds: [top],
      userIds: [own],
      phones: [`+86 ${second}`, third],
    };
    expect((await preview(body)).data).toMatchObject({
      provider: 'aliyun',
      templatesOnly: true,
      variables: ['userName', 'time'],
      missing: [],
      recipients: 3,
      withoutPhone: 1,
      segments: 1,
      messages: 3,
      text: '甲，会议改到三点。',
    });
    expect((await send(body)).data).toMatchObject({ queued: 3, overLimit: 0 });
    await run();
    expect((await rows()).map(({ smsPhone, smsContent, smsStatus }) => [smsPhone, smsContent, smsStatus])).toEqual([
      [first, '甲，会议改到三点。', '发送成功'],
      [second, '乙，会议改到三点。', '发送成功'],
      [third, '您好，会议改到三点。', '发送成功'],
    ]);
  });

  it('says what is wrong, and sends nothing', async () => {
    const whole = { smsTemplateId: template.id, variables: { time: '三点', userName: '您好' }, phones: [first] };
    const { data: unregistered } = await app.call(admin, 'POST', 'sys/sms-template/save', {
      templateName: '未报备',
      templateCode: 'unregistered',
      // oxlint-disable-next-line no-template-curly-in-string -- variables are written so
      templateContent: '请于${time}到。'.repeat(6),
    });
    const refusals: [Record<string, unknown>, string][] = [
      [{ ...whole, phones: ['010-12345678', first] }, '不是手机号：010-12345678'],
      [{ ...whole, phones: [] }, '没有可以接收短信的人，请选择接收人或输入手机号'],
      [{ ...whole, variables: { userName: '您好' } }, '请填写变量 time'],
      [{ ...whole, smsTemplateId: null, content: '自由文本' }, '短信服务商只发送审核通过的模板，请选择模板'],
      [{ ...whole, smsTemplateId: '0199a0b0-0000-7000-8000-000000000009' }, '模板不存在或已停用'],
      [{ ...whole, userIds: ['0199a0b0-0000-7000-8000-000000000009'] }, '接收人中有不存在的用户'],
      [{ ...whole, variables: { time: 'a\u0000b', userName: 'x' } }, '内容不能包含控制字符'],
      [{ ...whole, smsTemplateId: unregistered.id, variables: { time: '三'.repeat(200) } }, '内容不能超过 1,000 个字符'],
      [{ ...whole, smsTemplateId: unregistered.id }, '这个模板没有填写服务商模板号'],
    ];
    for (const [body, message] of refusals) expect(await send(body)).toMatchObject({ code: 40000, message });
    expect(await send({ ...whole, extra: 1 })).toMatchObject({ code: 40000 });
    expect(await rows()).toEqual([]);
  });

  it('enforces the daily limits per number and per sender, even for concurrent requests', async () => {
    const body = { smsTemplateId: template.id, variables: { time: '三点', userName: '您好' }, phones: [first] };
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(body)));
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([20000, 20000, 20000, 40000, 40000]);
    expect((await send({ ...body, phones: [first, second] })).data).toMatchObject({ queued: 1, overLimit: 1 });
    expect(await app.call(admin, 'POST', 'sys/sms/save', { smsPhone: first, smsContent: 'x' })).toMatchObject({ code: 40000 });
    // Deleting messages does not reduce the counts.
    await app.call(admin, 'DELETE', `sys/sms/delete-ids/${(await rows()).map(({ id }) => id).join(',')}`);
    expect(await send(body)).toMatchObject({ code: 40000 });
    const many = Array.from({ length: 9 }, (_, at) => `1391234000${at}`);
    expect(await send({ ...body, phones: many })).toMatchObject({ code: 42900 });
    expect((await send({ ...body, phones: many.slice(1) })).code).toBe(20000);
  });

  it('requires the right to send, and reaches only people in the data scope', async () => {
    const reader: Session = await app.userWith({ 'sys/sms': ['read', 'add', 'edit'] });
    expect(await preview({ phones: [first] }, reader.token)).toMatchObject({ code: 40300 });
    expect(await send({ phones: [first] }, reader.token)).toMatchObject({ code: 40300 });
    const sender = await app.userWith({ 'sys/sms': ['send'] }, { dataScope: '本人' });
    const other = await user('丙', third);
    expect(await preview({ userIds: [other] }, sender.token)).toMatchObject({ code: 40000, message: '接收人中有不存在的用户' });
    await save(first);
    const [hidden] = await rows();
    expect(await app.call(sender.token, 'POST', `sys/sms/resend/${hidden?.id}`)).toMatchObject({ code: 40400 });
    expect((await app.call<AnyRow[]>(sender.token, 'GET', 'sys/sms-template/select-options')).code).toBe(20000);
  });
});
