import { type Kysely, sql } from 'kysely';
import { lockName } from '../../platform/database/lock-name.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { SignedInBy } from './signed-in-by.ts';

type Named = Pick<SignedInBy, 'issuer' | 'sid'> & { readonly subject?: string };

const lockOf = (issuer: string): string => `sign-ins by ${issuer}`;

/** The moment, by the database's clock, from which on what a provider says of sessions counts for a sign-in. */
export async function readClock(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ at: string }>`SELECT clock_timestamp()::text AS at`.execute(db);
  return rows[0]?.at ?? '';
}

/**
 * Keeps what a provider's token said, for the sign-ins that are under way, and waits for those that are at their end: in the transaction, their
 * sessions can be read after it.
 */
export async function noteLogout(db: Kysely<Tables>, tokenHash: Buffer, { issuer, subject, sid }: Named): Promise<void> {
  await lockName(db, lockOf(issuer));
  await db
    .updateTable('sys_spent_token')
    .set({ said: JSON.stringify({ issuer, subject, sid }), createTime: sql<Date>`clock_timestamp()` })
    .where('tokenHash', '=', tokenHash)
    .execute();
}

/**
 * Refuses with 40400 whose session elsewhere was said to be over after the other side was asked who they are. From here on a logout waits
 * until the transaction ends that opens theirs here.
 */
export async function refuseAfterLogout(db: Kysely<Tables>, { issuer, subject, sid }: Named, askedAt: string): Promise<void> {
  await lockName(db, lockOf(issuer), { shared: true });
  const { rows } = await sql`
    SELECT FROM sys_spent_token WHERE said IS NOT NULL AND ${JSON.stringify({ issuer, subject, sid })}::jsonb @> said
      AND create_time >= ${askedAt}::timestamptz LIMIT 1`.execute(db);
  if (rows.length > 0) throw new Refusal('gone', { message: '登录凭据已失效，请重新登录' });
}
