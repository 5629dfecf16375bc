import { sql } from 'kysely';
import { given } from '../platform/database/statement.ts';

/**
 * These ids in a statement that is kept, as `given`: `key` tells its two forms apart, and `holds` is the condition that a column holds one of
 * them. A single id has a form of its own: for a list of unknown length the database plans anew at each run, which takes longer than to
 * read one row.
 */
export const amongIds = (ids: readonly string[]) =>
  ids.length === 1
    ? { key: 'one', holds: (column: string) => sql<boolean>`${sql.ref(column)} = ${given('one')}::uuid`, values: { one: ids[0] } }
    : { key: 'many', holds: (column: string) => sql<boolean>`${sql.ref(column)} = ANY(${given('ids')}::uuid[])`, values: { ids } };
