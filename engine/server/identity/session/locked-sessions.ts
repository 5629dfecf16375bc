import type { Kysely } from 'kysely';
import { anyOf } from '../../platform/database/any-of.ts';
import type { Tables } from '../../platform/database/tables.ts';

/** Those of the sessions whose screen is locked. */
export async function lockedSessions(db: Kysely<Tables>, sessionIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('sys_session')
    .select('id')
    .where('id', '=', anyOf([...sessionIds]))
    .where('lockTime', 'is not', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
