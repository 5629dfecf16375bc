import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { linkAccount } from '../ways/linked-accounts.ts';
import { refuseAfterLogout } from '../ways/provider-logouts.ts';
import type { SignedInBy } from '../ways/signed-in-by.ts';
import { passkeyWay } from './passkey-session.ts';

/**
 * Locks the passkey or account link of a sign-in until the transaction ends, so that a concurrent removal ends the session too; makes the link if
 * the sign-in is to. Refuses with 40400 if it is no longer theirs, or the provider has ended that sign-in, and with 40900 a link of somebody else.
 * The local password needs no lock (`SessionStore`).
 */
export async function lockCredential(db: Kysely<Tables>, userId: string, by: SignedInBy | undefined): Promise<void> {
  if (by === undefined) return;
  const { issuer, subject } = by;
  if (by.askedAt !== undefined) await refuseAfterLogout(db, by, by.askedAt);
  if (by.link === true) return linkAccount(db, userId, by);
  const lockQuery =
    issuer === passkeyWay
      ? db.selectFrom('sys_passkey').select('id').where('id', '=', subject).where('sysUserId', '=', userId).forKeyShare()
      : db
          .selectFrom('sys_linked_account')
          .select('id')
          .where('issuer', '=', issuer)
          .where('subject', '=', subject)
          .where('sysUserId', '=', userId)
          .forShare();
  if ((await lockQuery.executeTakeFirst()) === undefined) throw new Refusal('gone', { message: '登录所用的账号已解除关联，请重新登录' });
}
