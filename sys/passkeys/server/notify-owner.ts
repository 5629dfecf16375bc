import { notifyOwner as notify } from '../../notices/server/notify-owner.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '@back-office/server/platform/database/tables.ts';

/** Notifies a person that a sign-in method of their account was added or removed. */
export const notifyOwner = (
  db: Kysely<Tables>,
  { passkeyName: name, ...changed }: { userId: string; title: string; passkeyName: string; from: string },
): Promise<void> => notify(db, { ...changed, name, remedy: '移除不认识的通行密钥' });
