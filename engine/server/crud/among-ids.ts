import { type RawBuilder, sql } from 'kysely';
import { given } from '../platform/database/statement.ts';

interface AmongIds {
  /** Tells the two forms of a kept statement apart. */
  readonly key: 'one' | 'many';
  /** The condition that this column holds one of them. */
  readonly holds: (column: string) => RawBuilder<boolean>;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * These ids in a statement that is kept, as `given`. A single one has a form of its own: for a list of unknown length the
 * database plans anew at each run, which takes longer than to read one row.
 */
export function amongIds(ids: readonly string[]): AmongIds {
  const one = ids.length === 1 ? ids[0] : undefined;
  return one === undefined
    ? { key: 'many', holds: (column) => sql<boolean>`${sql.ref(column)} = ANY(${given('ids')}::uuid[])`, values: { ids } }
    : { key: 'one', holds: (column) => sql<boolean>`${sql.ref(column)} = ${given('one')}::uuid`, values: { one } };
}
