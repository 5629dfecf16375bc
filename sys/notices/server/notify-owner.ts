import type { AccountChange } from '@back-office/server/identity/session/tell-owners.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import type { Kysely } from 'kysely';
import { notifyOwners } from './notify-owners.ts';

/** Tells a person, in the caller's transaction, that something which opens their account was added, removed or changed. */
export const notifyOwner = (db: Kysely<Tables>, { userId, ...change }: AccountChange & { readonly userId: string }): Promise<void> =>
  notifyOwners(db, [userId], change);
