import { statuses } from '@back-office/contract/status.ts';
import { type SmsPreview, smsSending } from '../sms-calls.ts';
import { isPlainText } from '@back-office/contract/resource/plain-text.ts';
import { fillTemplate, nameVariable, segmentsOf, variablesOf } from '../sms-text.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import { readShape } from '@back-office/server/platform/http/read-as.ts';
import { refusedField } from '@back-office/server/platform/http/refusal.ts';
import { findRecipients, type Recipient } from './find-recipients.ts';
import type { Row } from '@back-office/server/platform/database/tables.ts';

/** The messages to be sent: the recipients and their texts. */
export interface Plan {
  readonly preview: Omit<SmsPreview, 'provider' | 'templatesOnly'>;
  readonly templateCode: string | null;
  readonly templateName: string | null;
  readonly providerTemplate: string | null;
  readonly texts: readonly { readonly phone: string; readonly text: string }[];
}

type StoredTemplate = Row<'sys_sms_template', 'templateCode' | 'templateName' | 'templateContent' | 'providerTemplate'>;

/** Evaluates a body of preview-send or send. Refuses with 40000 malformed bodies and unknown ids; it sends nothing. */
export async function planSending(context: Context, body: unknown): Promise<Plan> {
  const { smsTemplateId, content, variables: typedValues, ...chosen } = readShape(smsSending, body ?? {});
  if (![content, ...Object.values(typedValues)].every(isPlainText)) throw refusedField('content', '内容不能包含控制字符');
  const template = smsTemplateId === undefined || smsTemplateId === null ? undefined : await templateOf(context, smsTemplateId);
  const { recipients, withoutPhone, badPhones } = await findRecipients(context, chosen);
  const standing = template?.templateContent ?? content;
  const variables = template === undefined ? [] : variablesOf(standing);
  const values = Object.fromEntries(Object.entries(typedValues).filter(([, value]) => value !== ''));
  const textFor = ({ name }: Pick<Recipient, 'name'>): string =>
    template === undefined ? content : fillTemplate(standing, name === null ? values : { ...values, [nameVariable]: name });
  const texts = recipients.map((recipient) => ({ phone: recipient.phone, text: textFor(recipient) }));
  const text = texts[0]?.text ?? textFor({ name: null });
  // Selected people have names; for typed numbers, or without recipients, the name must be typed.
  const named = recipients.length > 0 && recipients.every(({ name }) => name !== null);
  return {
    preview: {
      variables,
      missing: variables.filter((name) => values[name] === undefined && !(name === nameVariable && named)),
      text,
      segments: text === '' ? 0 : segmentsOf(text),
      recipients: recipients.length,
      messages: texts.reduce((sum, each) => sum + segmentsOf(each.text), 0),
      withoutPhone,
      badPhones: [...badPhones],
    },
    templateCode: template?.templateCode ?? null,
    templateName: template?.templateName ?? null,
    providerTemplate: template?.providerTemplate ?? null,
    texts,
  };
}

async function templateOf({ db }: Context, id: string): Promise<StoredTemplate> {
  const template = await db
    .selectFrom('sys_sms_template')
    .select(['templateCode', 'templateName', 'templateContent', 'providerTemplate'])
    .where('id', '=', id)
    .where('templateStatus', '=', statuses.enabled)
    .executeTakeFirst();
  if (template === undefined) throw refusedField('smsTemplateId', '模板不存在或已停用');
  return template;
}
