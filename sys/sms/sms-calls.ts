import { grouped } from '@back-office/contract/resource/grouped.ts';
import { smsStatuses } from './sms.ts';
import { z } from 'zod';

/** Most recipients of one sending. */
export const maxRecipients = 5000;

const ids = (most: number) =>
  z
    .array(z.uuid())
    .max(most, `一次最多选择 ${grouped(most)} 项`)
    .default([]);

/** Body of POST sys/sms/preview-send and send: a template with its values or a text, and to whom. */
export const smsSending = z.strictObject({
  /** Id of the template; without it `content` is the text. */
  smsTemplateId: z.uuid().nullish(),
  content: z.string().max(1000, '内容不能超过 1,000 个字符').default(''),
  variables: z.record(z.string().max(50), z.string().max(200, '变量不能超过 200 个字符')).default({}),
  userIds: ids(maxRecipients),
  /** Their people, and those of the organisations below them. */
  orgIds: ids(200),
  phones: z
    .array(z.string().max(30))
    .max(maxRecipients, `一次最多 ${grouped(maxRecipients)} 个号码`)
    .default([]),
});

export type SmsSending = z.input<typeof smsSending>;

/** `data` of POST sys/sms/preview-send: what would go out. */
export interface SmsPreview {
  /** `log` stores messages and sends none. */
  provider: 'log' | 'aliyun' | 'tencent';
  /** The provider sends approved templates only, and no text that somebody typed. */
  templatesOnly: boolean;
  /** The template's variables, in order; the ones without a value again in `missing`. */
  variables: string[];
  missing: string[];
  /** The text as the first recipient would get it. */
  text: string;
  /** How many messages that text is charged as. */
  segments: number;
  recipients: number;
  /** All messages of all recipients, as they are charged. */
  messages: number;
  /** People who were chosen, and have no mobile number. */
  withoutPhone: number;
  /** Typed numbers that are none. */
  badPhones: string[];
}

/** `data` of POST sys/sms/send. */
export interface SmsSent {
  queued: number;
  /** Recipients who have had as many messages today as one may. */
  overLimit: number;
  /** One of the messages, to be watched. */
  id: string | null;
}

/** Body of PUT sys/sms/settle/{id}: what a person found out about a message whose outcome nobody knew. */
export const smsSettling = z.strictObject({ smsStatus: z.enum([smsStatuses.sent, smsStatuses.failed], '只能是 发送成功 或 发送失败') });
