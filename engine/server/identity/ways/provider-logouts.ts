import { type Kysely, sql } from 'kysely';
import { lockName } from '../../platform/database/lock-name.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { SignedInBy } from './signed-in-by.ts';

type Named = Pick<SignedInBy, 'issuer' | 'sid'> & { readonly subject?: string };

const lockOf = (issuer: string): string => `sign-ins by ${issuer}`;

/** The current time of the database's clock: logouts that a provider reports from then on apply to the sign-in. */
export async function readClock(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ at: string }>`SELECT clock_timestamp()::text AS at`.execute(db);
  return rows[0]?.at ?? '';
}

/**
 * Records the logout in a provider's token for sign-ins that are under way, and waits for those about to commit:
 * afterwards the transaction sees their sessions.
 */
export async function recordProviderLogout(db: Kysely<Tables>, tokenHash: Buffer, { issuer, subject, sid }: Named): Promise<void> {
  await lockName(db, lockOf(issuer));
  await db
    .updateTable('sys_spent_token')
    .set({ said: JSON.stringify({ issuer, subject, sid }), createTime: sql<Date>`clock_timestamp()` })
    .where('tokenHash', '=', tokenHash)
    .execute();
}

/**
 * Refuses with 40400 if the provider reported the end of its session after it was asked who the person is. From here
 * on, a logout waits until the transaction that opens the local session ends.
 */
export async function refuseAfterLogout(db: Kysely<Tables>, { issuer, subject, sid }: Named, askedAt: string): Promise<void> {
  await lockName(db, lockOf(issuer), { shared: true });
  const { rows } = await sql`
    SELECT FROM sys_spent_token WHERE said IS NOT NULL AND ${JSON.stringify({ issuer, subject, sid })}::jsonb @> said
      AND create_time >= ${askedAt}::timestamptz LIMIT 1`.execute(db);
  if (rows.length > 0) throw new Refusal('gone', { message: '登录凭据已失效，请重新登录' });
}
