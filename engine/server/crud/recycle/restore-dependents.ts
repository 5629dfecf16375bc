import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { columnsOfTable } from '../../platform/database/columns-of-table.ts';
import { deletedWith, targetsExist } from '../../platform/database/dependents.ts';

/**
 * Restores the dependent rows of restored records, except those that refer to records deleted since or whose unique values are taken; returns how many
 * were left out.
 */
export async function restoreDependents(db: Kysely<Tables>, resource: Resource, ids: readonly string[]): Promise<number> {
  let leftOut = 0;
  for (const { table, nested } of await deletedWith(db, resource.table)) {
    const { columns, defaults, isThere } = await columnsOfTable(db, table);
    const exist = await targetsExist(db, table);
    const kept = sql`sys_recycle k, jsonb_array_elements(k.content -> 'beside' -> ${table}) y,
      jsonb_populate_record(NULL::${sql.table(table)}, ${defaults} || y) x
      WHERE k.id = ANY(${ids}::uuid[])`;
    // A trigger may have made a row already. Rows that refer to others of their table come after these; rows without a key would come for ever.
    for (let inserted = 1n; inserted > 0n;) {
      const { numAffectedRows = 0n } = await sql`
        INSERT INTO ${sql.table(table)} (${columns}) SELECT ${columns} FROM (
          SELECT x.* FROM ${kept} AND ${exist}
        ) restored ON CONFLICT DO NOTHING`.execute(db);
      inserted = nested ? numAffectedRows : 0n;
    }
    const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM ${kept} AND NOT (${exist} AND ${isThere})`.execute(db);
    leftOut += rows[0]?.count ?? 0;
  }
  return leftOut;
}
