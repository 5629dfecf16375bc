import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { columnsOfTable, targetsOf, type Dependent, dependentsOf } from './dependents.ts';

/** Restores the dependent rows of restored records, except those that refer to records deleted since; returns how many were left out. */
export async function restoreDependents(db: Kysely<Tables>, resource: Resource, ids: readonly string[]): Promise<number> {
  let leftOut = 0;
  for (const tie of await dependentsOf(db, resource.table)) leftOut += await restoreDependent(db, tie, ids);
  return leftOut;
}

async function restoreDependent(db: Kysely<Tables>, tie: Dependent, ids: readonly string[]): Promise<number> {
  const { columns, defaults } = await columnsOfTable(db, tie.table);
  const stands = (await targetsOf(db, tie)).map(
    ({ table, column }) =>
      sql`(x.${sql.id(column)} IS NULL OR EXISTS (SELECT FROM ${sql.table(table)} o WHERE o.id = x.${sql.id(column)}))`,
  );
  const targetsExist = sql.join([sql`true`, ...stands], sql` AND `);
  const kept = sql`sys_recycle k, jsonb_array_elements(k.content -> 'beside' -> ${tie.table}) y,
    jsonb_populate_record(NULL::${sql.table(tie.table)}, ${defaults} || y) x
    WHERE k.id = ANY(${ids}::uuid[])`;
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM ${kept} AND NOT (${targetsExist})`.execute(db);
  // A row may exist already: a trigger created it when the record was restored.
  await sql`
    INSERT INTO ${sql.table(tie.table)} (${columns}) SELECT ${columns} FROM (
      SELECT x.* FROM ${kept} AND ${targetsExist}
    ) restored ON CONFLICT DO NOTHING`.execute(db);
  return rows[0]?.count ?? 0;
}
