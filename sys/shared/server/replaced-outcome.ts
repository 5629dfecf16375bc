import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { messageStatuses } from '../message-statuses.ts';
import { mailNoticeKind } from './mail-notice-kind.ts';
import { replacedReason } from './replaced-reason.ts';

/** Messages about notices. */
interface Messages {
  readonly table: keyof Tables;
  readonly recipient: string;
  readonly status: string;
  /** Whether the job that queues them has yet to come to the recipient of `message`, once `notice` was announced again. */
  readonly isAhead: RawBuilder<boolean>;
}

/**
 * Why a message about a notice is not sent now, if so. Its recipient got, or will get, a newer text: an attempt under way while the notice was
 * changed may have failed since. Or it is not known yet whether they will: it is then held until the job has come to them, as the text may be the same.
 */
export async function replacedOutcome(
  db: Kysely<Tables>,
  { table, recipient, status, isAhead }: Messages,
  id: string,
): Promise<{ readonly state: 'left' | 'held'; readonly reason: string } | undefined> {
  const { waiting, sent } = messageStatuses;
  const { rows } = await sql<{ isReplaced: boolean; isAhead: boolean }>`
    SELECT EXISTS (SELECT FROM ${sql.table(table)} newer WHERE newer.source_id = message.source_id
      AND ${sql.ref(`newer.${recipient}`)} = ${sql.ref(`message.${recipient}`)} AND newer.create_time > message.create_time
      AND ${sql.ref(`newer.${status}`)} IN (${sql.lit(waiting)}, ${sql.lit(sent)})) AS is_replaced,
      EXISTS (SELECT FROM sys_msg notice JOIN sys_job job ON job.payload = to_jsonb(notice.id::text) AND job.end_time IS NULL
        WHERE notice.id = message.source_id AND job.kind = ${mailNoticeKind} AND ${isAhead}) AS is_ahead
    FROM ${sql.table(table)} message WHERE message.id = ${id}::uuid`.execute(db);
  if (rows[0]?.isReplaced === true) return { state: 'left', reason: replacedReason };
  return rows[0]?.isAhead === true ? { state: 'held', reason: '通知刚被修改，稍后再发' } : undefined;
}
