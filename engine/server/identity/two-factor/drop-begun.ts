import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';

/**
 * Voids factors that a person began to set up and has not finished: call it when a first factor is added, which those did not have to prove.
 */
export async function dropBegun(db: Kysely<Tables>, userId: string): Promise<void> {
  await db.deleteFrom('sys_totp').where('sysUserId', '=', userId).where('confirmTime', 'is', null).execute();
  const sessions = sql<Buffer>`(SELECT sha256(convert_to(id::text, 'UTF8')) FROM sys_session WHERE sys_user_id = ${userId} AND end_time IS NULL)`;
  await db.deleteFrom('sys_passkey_challenge').where('purpose', '=', 'register').where('boundHash', 'in', sessions).execute();
}
