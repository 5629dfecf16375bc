import { save } from '@back-office/server/crud/save.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import type { Services } from '@back-office/server/office/server-feature.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type Kysely, sql } from 'kysely';

interface Trial {
  /** The resource as it is saved. */
  readonly resource: (context: Context) => Resource;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Refuses what somebody could not save themselves, and saves nothing: whoever assigned an external account to a user gives them no more by it
 * (docs/decisions/0104-assigned-links.md). Call it in a transaction. 40300 if they are gone or disabled.
 */
export async function requireMaySave(
  { contextFor, operationsOf }: Pick<Services, 'contextFor' | 'operationsOf'>,
  transaction: Kysely<Tables>,
  assignerId: string,
  { resource, values }: Trial,
): Promise<void> {
  const context = await contextFor(transaction, assignerId, 'linked-account');
  if (context.user.rights.all) return;
  const extended = resource(context);
  await sql`SAVEPOINT before_trial`.execute(transaction);
  try {
    await save(context, extended, values, operationsOf(extended.name).write);
  } finally {
    await sql`ROLLBACK TO SAVEPOINT before_trial`.execute(transaction);
  }
}
