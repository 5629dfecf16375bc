import { notifyOwner } from '../../notices/server/notify-owner.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '@back-office/server/platform/database/tables.ts';

/** Notifies a person that a passkey of their account was added or removed. */
export const notifyOfPasskey = (
  db: Kysely<Tables>,
  { passkeyName: name, ...changed }: { userId: string; title: string; passkeyName: string; from: string },
): Promise<void> => notifyOwner(db, { ...changed, name, remedy: '移除不认识的通行密钥' });
