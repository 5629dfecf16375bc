import { grouped } from '@back-office/contract/resource/grouped.ts';
import { plainPhone } from '../sms-text.ts';
import { type Kysely, sql } from 'kysely';
import type { Row, Tables } from '@back-office/server/platform/database/tables.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';
import type { SmsSettings } from '@back-office/server/platform/sms-settings.ts';

type PerDay = Pick<SmsSettings, 'perNumber' | 'perUser'>;

/**
 * Counts messages against the daily limits of each number and of the sender; concurrent senders wait. Returns for each number,
 * in order, whether it may still get one; numbers over their limit are not counted. 42900 when the sender's limit is
 * exceeded. Call it in a transaction.
 */
export async function countToday(db: Kysely<Tables>, userId: string, phones: readonly string[], limits: PerDay): Promise<boolean[]> {
  const own = `u:${userId}`;
  const keys = phones.map((phone) => `n:${plainPhone(phone)}`);
  // Rows are always locked in the same order, so that two senders never deadlock.
  const { rows } = await sql<Row<'sys_sms_day', 'key' | 'sent'>>`
    INSERT INTO sys_sms_day (day, key, sent) SELECT current_date, key, 0 FROM unnest(${[...new Set([...keys, own])]}::text[]) AS key ORDER BY key
    ON CONFLICT (day, key) DO UPDATE SET sent = sys_sms_day.sent RETURNING key, sent`.execute(db);
  const sent = new Map(rows.map(({ key, sent: count }) => [key, count]));
  const allowed = keys.map((key) => {
    const count = sent.get(key) ?? 0;
    if (count >= limits.perNumber) return false;
    sent.set(key, count + 1);
    return true;
  });
  const more = allowed.filter(Boolean).length;
  const before = sent.get(own) ?? 0;
  if (before + more > limits.perUser) {
    const message = `每人每天最多发送 ${grouped(limits.perUser)} 条短信，今天还可以发送 ${grouped(Math.max(0, limits.perUser - before))} 条`;
    throw new Refusal('tooMany', { message, retryAfter: 3600 });
  }
  sent.set(own, before + more);
  await sql`UPDATE sys_sms_day d SET sent = x.sent FROM unnest(${[...sent.keys()]}::text[], ${[...sent.values()]}::int[]) AS x(key, sent)
    WHERE d.day = current_date AND d.key = x.key`.execute(db);
  return allowed;
}

/** Deletes the counts of past days. */
export async function clearDays(db: Kysely<Tables>): Promise<void> {
  await db
    .deleteFrom('sys_sms_day')
    .where('day', '<', sql<string>`current_date - 1`)
    .execute();
}
