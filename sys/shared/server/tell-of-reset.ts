import type { Services } from '@back-office/server/office/server-feature.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import type { Kysely } from 'kysely';

/** Lets the features know, in the caller's transaction, whose passwords were changed other than in the personal centre; `how` ends a sentence. */
export async function tellOfReset(services: Services, db: Kysely<Tables>, people: readonly string[], how: string): Promise<void> {
  if (people.length > 0) for (const { passwordReset } of services.features) await passwordReset?.(services)(db, people, how);
}
