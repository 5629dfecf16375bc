import { sms, smsStatuses } from '../sms.ts';
import { smsSettling } from '../sms-calls.ts';
import { plainPhone } from '../sms-text.ts';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { changeOf } from '@back-office/server/crud/change.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import { selectRows } from '@back-office/server/crud/select.ts';
import { readAs } from '@back-office/server/platform/http/read-as.ts';
import { Refusal, refusedField } from '@back-office/server/platform/http/refusal.ts';
import type { SmsSettings } from '@back-office/server/platform/sms-settings.ts';
import { countToday } from './daily-limit.ts';
import { wakeSender } from './sms-jobs.ts';
import { now } from '@back-office/server/platform/database/now.ts';
import { anyOf } from '@back-office/server/platform/database/any-of.ts';

type SmsRecord = RecordOf<typeof sms>;

/**
 * POST sys/sms/resend/{ids}: queues failed messages again, and those with an unknown outcome, for which a person has decided that a second copy does
 * no harm. They count against the daily limits like new ones. Call it in a transaction.
 */
export async function resendSms(context: Context, ids: readonly string[], settings: SmsSettings): Promise<{ queued: number }> {
  const before = await lockAll(context, ids);
  if (before.some((row) => row.smsStatus !== smsStatuses.failed && row.smsStatus !== smsStatuses.unknown))
    throw refusedField('smsStatus', '只有发送失败或结果未知的短信可以重发');
  const may = await countToday(
    context.db,
    context.user.userId,
    before.map((row) => plainPhone(row.smsPhone)),
    settings,
  );
  if (may.includes(false)) throw refusedField('smsPhone', `有号码今天已有 ${settings.perNumber} 条短信，不能再发`);
  await context.db
    .updateTable('sys_sms')
    .set({ smsStatus: smsStatuses.waiting, providerId: null, failReason: null, sendTime: null, attempts: 0, runTime: now })
    .set((eb) => ({ version: eb('version', '+', 1), updateTime: now, updateUser: context.user.userId }))
    .where('id', '=', anyOf(ids))
    .execute();
  await recordDecision(context, before, '重发');
  await wakeSender(context.db);
  return { queued: ids.length };
}

/**
 * PUT sys/sms/settle/{id}: records what a person found out about a message whose outcome was unknown. Returns the record.
 * Call it in a transaction.
 */
export async function settleSms(context: Context, id: string, body: unknown): Promise<SmsRecord> {
  const { smsStatus } = readAs(smsSettling, body);
  const before = await lockAll(context, [id]);
  if (before[0]?.smsStatus !== smsStatuses.unknown) throw refusedField('smsStatus', '只有结果未知的短信需要人工确认');
  await context.db
    .updateTable('sys_sms')
    .set({ smsStatus, failReason: '人工确认' })
    .set((eb) => ({ version: eb('version', '+', 1), updateTime: now, updateUser: context.user.userId }))
    .where('id', '=', id)
    .execute();
  const [after] = await recordDecision(context, before, '人工确认');
  if (after === undefined) throw new Refusal('gone');
  return after;
}

async function lockAll(context: Context, ids: readonly string[]): Promise<SmsRecord[]> {
  const rows = await selectRows(context, sms, ids, { lock: true });
  if (rows.length !== ids.length) throw new Refusal('gone');
  return rows;
}

async function recordDecision(context: Context, before: readonly SmsRecord[], type: string): Promise<SmsRecord[]> {
  const after = await selectRows(
    context,
    sms,
    before.map(({ id }) => id),
  );
  await context.record(
    context,
    after.map((row, at) => ({ ...changeOf(sms, before[at], row), type })),
  );
  return after;
}
