import { type Kysely, sql } from 'kysely';
import { now } from '../../platform/database/now.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { SignedInBy } from '../ways/signed-in-by.ts';

/** The name of this sign-in method in addresses, LOGIN_METHODS and sessions. */
export const passkeyWay = 'passkey';

/** The value stored with a session that a passkey alone opened. */
export const signedInByPasskey = ({ id, passkeyName }: { id: string; passkeyName: string | null }): SignedInBy => ({
  way: passkeyWay,
  issuer: passkeyWay,
  subject: id,
  name: passkeyName ?? '',
});

/** Ends the sessions, except `except`, that a person opened with passkeys that no longer exist: who found a lost device is signed out. */
export async function endSessionsOfLostPasskeys(db: Kysely<Tables>, userId: string, except?: string): Promise<void> {
  await db
    .updateTable('sys_session')
    .set({ endTime: now, endReason: '登录所用的通行密钥已移除' })
    .where('sysUserId', '=', userId)
    .where('endTime', 'is', null)
    .where(sql<boolean>`signed_in_by @> ${JSON.stringify({ issuer: passkeyWay })}::jsonb`)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('sys_passkey as p')
            .select('p.id')
            .where(sql<boolean>`p.id::text = signed_in_by ->> 'subject'`),
        ),
      ),
    )
    .$if(except !== undefined, (others) => others.where('id', '!=', except ?? ''))
    .execute();
}
