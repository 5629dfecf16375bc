import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from './context.ts';

/**
 * The condition on the row `t` that holds for the rows this user may see; every read, change and delete carries it
 * (wire.md, end of "Specific calls"). Rows that it hides do not exist for him.
 */
export function visible(_context: Context, _resource: Resource): RawBuilder<unknown> {
  return sql`true`;
}
