import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import type { Client } from '../attempts/client.ts';
import type { SignedInBy } from '../ways/signed-in-by.ts';
import type { TellOwners } from './tell-owners.ts';

/**
 * Tells a person, in the transaction that makes the link, that a sign-in links their account with one elsewhere: whoever knows their password may
 * have done it (docs/decisions/0105-passwords-set-by-others.md).
 */
export async function tellOfLink(
  db: Kysely<Tables>,
  { telling }: { readonly telling: readonly TellOwners[] },
  { userId, by, client }: { userId: string; by: SignedInBy | undefined; client: Client },
): Promise<void> {
  if (by?.link !== true) return;
  const change = { title: '您的账号关联了其他账号', name: by.name, from: `来自 ${client.ip}`, remedy: '解除不认识的关联' };
  for (const tell of telling) await tell(db, [userId], change);
}
