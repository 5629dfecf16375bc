import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { refuseAfterLogout } from '../session/provider-logouts.ts';
import type { SignedInBy } from '../session/signed-in-by.ts';
import { passkeyWay } from './passkey-session.ts';

/**
 * Holds the passkey or the link by which somebody comes in, until the transaction ends that opens their session: whoever takes it away
 * at that moment ends the session too. Refuses with 40400 where it is theirs no more, or the provider has ended what they come by. The local password needs no hold (`SessionStore`).
 */
export async function holdWayIn(db: Kysely<Tables>, userId: string, by: SignedInBy | undefined): Promise<void> {
  if (by === undefined) return;
  const { issuer, subject } = by;
  if (by.askedAt !== undefined) await refuseAfterLogout(db, by, by.askedAt);
  if (by.link === true) return;
  const held =
    issuer === passkeyWay
      ? db.selectFrom('sys_passkey').select('id').where('id', '=', subject).where('sysUserId', '=', userId).forKeyShare()
      : db
          .selectFrom('sys_linked_account')
          .select('id')
          .where('issuer', '=', issuer)
          .where('subject', '=', subject)
          .where('sysUserId', '=', userId)
          .forShare();
  if ((await held.executeTakeFirst()) === undefined) throw new Refusal('gone', { message: '登录所用的账号已解除关联，请重新登录' });
}
