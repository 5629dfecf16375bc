import { save } from '@back-office/server/crud/save.ts';
import type { Services } from '@back-office/server/office/server-feature.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { type Kysely, sql } from 'kysely';
import { user } from '../../users/user.ts';
import { extendedAs } from './extended-as.ts';

const extendedUser = extendedAs(user);

/**
 * Refuses what somebody could not save themselves of a user, and saves nothing: whoever assigned an external account to the user gives them no more
 * by it (docs/decisions/0104-assigned-links.md). Call it in a transaction. 40300 if they are gone or disabled.
 */
export async function requireMaySave(
  { contextFor, operationsOf }: Pick<Services, 'contextFor' | 'operationsOf'>,
  transaction: Kysely<Tables>,
  assignerId: string,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const context = await contextFor(transaction, assignerId, 'linked-account');
  if (context.user.rights.all) return;
  await sql`SAVEPOINT before_trial`.execute(transaction);
  try {
    await save(context, extendedUser(context), values, operationsOf(user.name).write);
  } finally {
    await sql`ROLLBACK TO SAVEPOINT before_trial`.execute(transaction);
  }
}
