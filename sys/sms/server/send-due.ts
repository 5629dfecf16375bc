import { matchTemplate, plainPhone, variablesOf } from '../sms-text.ts';
import type { Kysely } from 'kysely';
import type { BaseLogger } from 'pino';
import type { Row, Tables } from '@back-office/server/platform/database/tables.ts';
import { maskPhone } from './mask-phone.ts';
import type { OutgoingSms, SmsInquiryResult, SmsOutcome, SmsProvider } from './provider.ts';
import { type ClaimedSms, claimDue, claimUnfinished, finishInquiry, finishAttempt } from './sms-queue.ts';

/** Maximum number of messages that a node leases at once. */
const atOnce = 20;

export interface SenderParts {
  readonly db: Kysely<Tables>;
  readonly provider: SmsProvider;
  readonly log: Pick<BaseLogger, 'warn'>;
}

type StoredTemplate = Row<'sys_sms_template', 'templateCode' | 'templateContent' | 'providerTemplate'>;

type Templates = ReadonlyMap<string, StoredTemplate>;

/** Sends due messages until none is left, or until the signal aborts. */
export async function sendDue(parts: SenderParts, signal: AbortSignal): Promise<void> {
  const { db, provider, log } = parts;
  for (;;) {
    signal.throwIfAborted();
    const claimed = await claimDue(db, provider.name, atOnce);
    if (claimed.length === 0) return;
    const templates = await templatesOf(db, claimed);
    await Promise.all(
      claimed.map(async (sms) => {
        const outcome = await trySending(provider, sms, templates);
        if (outcome.state !== 'accepted')
          log.warn({ sms: sms.id, phone: maskPhone(sms.smsPhone), state: outcome.state, attempt: sms.attempts }, 'A message was not sent');
        await finishAttempt(db, sms, outcome);
      }),
    );
  }
}

/** Queries the provider about messages whose attempt was never finished: the node died, or no answer arrived. */
export async function settleUnfinished(parts: SenderParts, signal: AbortSignal): Promise<void> {
  const { db, log } = parts;
  for (;;) {
    signal.throwIfAborted();
    const claimed = await claimUnfinished(db, atOnce);
    if (claimed.length === 0) return;
    const templates = await templatesOf(db, claimed);
    for (const sms of claimed) {
      const found = await findOne(parts, sms, templates);
      log.warn(
        { sms: sms.id, phone: maskPhone(sms.smsPhone), found: found.state },
        'A message whose outcome was not known was asked about',
      );
      await finishInquiry(db, sms, found);
    }
  }
}

async function trySending(provider: SmsProvider, sms: ClaimedSms, templates: Templates): Promise<SmsOutcome> {
  const template = templates.get(sms.smsTemplate ?? '');
  const message = outgoing(sms, template);
  if (!provider.templatesOnly || message.template !== undefined) return provider.send(message);
  if (sms.smsTemplate === null) return { state: 'refused', reason: '服务商只发送审核通过的模板，不能发送自由文本' };
  if (template === undefined) return { state: 'refused', reason: `没有编码为 ${sms.smsTemplate} 的模板` };
  if (template.providerTemplate === null) return { state: 'refused', reason: '模板没有填写服务商模板号' };
  return { state: 'refused', reason: '内容与模板不符' };
}

/** The message for the provider: with its template if that template produces this text. */
function outgoing({ id, triedAt, smsPhone, smsContent }: ClaimedSms, template: StoredTemplate | undefined): OutgoingSms {
  const variables = template === undefined ? undefined : matchTemplate(template.templateContent, smsContent);
  const code = template?.providerTemplate ?? null;
  return {
    id: `${id}-${Math.round(triedAt * 1000)}`,
    phone: plainPhone(smsPhone),
    text: smsContent,
    template:
      template === undefined || variables === undefined || code === null
        ? undefined
        : { code, variables, order: variablesOf(template.templateContent) },
  };
}

async function findOne({ provider }: SenderParts, sms: ClaimedSms, templates: Templates): Promise<SmsInquiryResult> {
  if (sms.smsProvider !== provider.name) return { state: 'unknown', reason: `由原服务商 ${sms.smsProvider ?? ''} 发送，无法再查询结果` };
  try {
    return await provider.find(outgoing(sms, templates.get(sms.smsTemplate ?? '')), new Date(sms.triedAt * 1000));
  } catch {
    return { state: 'unknown', reason: '不知道是否已发出，也查询不到结果' };
  }
}

async function templatesOf(db: Kysely<Tables>, claimed: readonly ClaimedSms[]): Promise<Templates> {
  const codes = [...new Set(claimed.flatMap(({ smsTemplate }) => smsTemplate ?? []))];
  if (codes.length === 0) return new Map();
  const rows = await db
    .selectFrom('sys_sms_template')
    .select(['templateCode', 'templateContent', 'providerTemplate'])
    .where('templateCode', 'in', codes)
    .execute();
  return new Map(rows.map((row) => [row.templateCode, row]));
}
