import { sql } from 'kysely';
import { given } from '../platform/database/statement.ts';

/**
 * A condition on ids for a prepared statement: `holds` is true where a column is one of the ids, and `key` tells the two forms apart. A single id has
 * a form of its own: for a list of unknown length the database plans again at each run, which takes longer than reading one row.
 */
export const amongIds = (ids: readonly string[]) =>
  ids.length === 1
    ? { key: 'one', holds: (column: string) => sql<boolean>`${sql.ref(column)} = ${given('one')}::uuid`, values: { one: ids[0] } }
    : { key: 'many', holds: (column: string) => sql<boolean>`${sql.ref(column)} = ANY(${given('ids')}::uuid[])`, values: { ids } };
