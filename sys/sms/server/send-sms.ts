import { grouped } from '@back-office/contract/resource/grouped.ts';
import { smsStatuses } from '../sms.ts';
import type { SmsSent } from '../sms-calls.ts';
import { changeOf } from '@back-office/server/crud/change.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import { insertRows } from '@back-office/server/crud/write-rows.ts';
import { newId } from '@back-office/server/platform/database/new-id.ts';
import { refusedField } from '@back-office/server/platform/http/refusal.ts';
import type { SmsSettings } from '@back-office/server/platform/sms-settings.ts';
import { countToday } from './daily-limit.ts';
import { planSending } from './plan-sending.ts';
import { wakeSender } from './sms-jobs.ts';

/**
 * POST sys/sms/send: queues one message for every recipient, and logs each as added. Refuses with 40000 what could not be sent: no recipients, an
 * invalid number, a variable without a value, free text where only templates are allowed. 42900 beyond the sender's daily
 * limit; recipients over their own limit are left out and counted. Call it in a transaction.
 */
export async function sendSms(context: Context, body: unknown, settings: SmsSettings): Promise<SmsSent> {
  const { preview, templateCode, templateName, providerTemplate, texts } = await planSending(context, body);
  const [missing] = preview.missing;
  if (preview.badPhones.length > 0) throw refusedField('phones', `不是手机号：${preview.badPhones.slice(0, 5).join('、')}`);
  if (texts.length === 0) throw refusedField('phones', '没有可以接收短信的人，请选择接收人或输入手机号');
  if (missing !== undefined) throw refusedField('variables', `请填写变量 ${missing}`);
  if (texts.some(({ text }) => text.trim() === '')) throw refusedField('content', '请填写短信内容');
  if (texts.some(({ text }) => text.length > 1000)) throw refusedField('content', '内容不能超过 1,000 个字符');
  if (settings.provider !== 'log' && templateCode === null)
    throw refusedField('smsTemplateId', '短信服务商只发送审核通过的模板，请选择模板');
  if (settings.provider !== 'log' && providerTemplate === null) throw refusedField('smsTemplateId', '这个模板没有填写服务商模板号');
  const phones = texts.map(({ phone }) => phone);
  const may = await countToday(context.db, context.user.userId, phones, settings);
  const rows = texts.flatMap(({ phone, text }, at) =>
    may[at] === true ? [{ id: newId(), values: { smsPhone: phone, smsTemplate: templateCode, smsContent: text } }] : [],
  );
  const overLimit = texts.length - rows.length;
  if (rows[0] === undefined) throw refusedField('phones', `接收人今天都已收到 ${settings.perNumber} 条短信，不能再发`);
  const resource = context.resourceOf('sys/sms');
  await insertRows(context, resource, rows);
  const message = `发送“${templateName ?? '自由文本'}”给 ${grouped(rows.length)} 人`;
  const added = rows.map(({ id, values }) => ({ id, version: 1, smsStatus: smsStatuses.waiting, ...values }));
  await context.record(
    context,
    added.map((row) => ({ ...changeOf(resource, undefined, row), message })),
  );
  await wakeSender(context.db);
  return { queued: rows.length, overLimit, id: rows[0].id };
}
