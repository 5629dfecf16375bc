import type { Kysely } from 'kysely';
import { anyOf } from '../../platform/database/any-of.ts';
import { now } from '../../platform/database/now.ts';
import type { Tables } from '../../platform/database/tables.ts';

/** Ends the sessions of these users, except `except`, in the caller's transaction: their next request gets 41003 and the reason. */
export async function endSessionsOf(db: Kysely<Tables>, userIds: readonly string[], reason: string, except?: string): Promise<void> {
  await db
    .updateTable('sys_session')
    .set({ endTime: now, endReason: reason })
    .where('sysUserId', '=', anyOf(userIds))
    .where('endTime', 'is', null)
    .$if(except !== undefined, (others) => others.where('id', '!=', except ?? ''))
    .execute();
}

/** Ends one session; without a reason, as on signing out, its token is simply unknown from then on. */
export async function endSession(db: Kysely<Tables>, sessionId: string, reason?: string): Promise<void> {
  await db
    .updateTable('sys_session')
    .set({ endTime: now, endReason: reason ?? null })
    .where('id', '=', sessionId)
    .where('endTime', 'is', null)
    .execute();
}
