import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { endedRefusal } from './ended-refusal.ts';

/** Refuses, as any call does, if a session that admitted this one has ended meanwhile: with 41003 and the reason, otherwise with 40003. */
export async function requireOpen(db: Kysely<Tables>, sessionId: string): Promise<void> {
  const found = await db.selectFrom('sys_session').select(['endTime', 'endReason']).where('id', '=', sessionId).executeTakeFirst();
  if (found === undefined || found.endTime !== null) throw endedRefusal(found?.endReason ?? null);
}
