import pg from 'pg';
import type { Database } from '@back-office/server/platform/database/database.ts';

/** An index or constraint of a table, which is faster to build once all rows are there. */
interface DroppedIndex {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** Constraints and indexes that were dropped from the tables. */
export interface DroppedIndexes {
  readonly indexes: readonly DroppedIndex[];
  /** Indexes for searching in lists; most of the work. */
  readonly searchIndexes: readonly DroppedIndex[];
  /** Primary keys and unique constraints, before the foreign keys that need them. */
  readonly constraints: readonly DroppedIndex[];
}

const constraints = `
  SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(c.oid) AS definition
  FROM pg_constraint c JOIN pg_class t ON t.oid = conrelid
  WHERE contype IN ('p', 'u', 'x', 'f') AND connamespace = current_schema()::regnamespace AND (contype = 'f' OR relpersistence = 'p')
    AND conparentid = 0
  ORDER BY contype = 'f', 1, 2`;
const indexes = `
  SELECT indrelid::regclass::text AS table, i.relname AS name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') AS definition, amname = 'gin' AS "isSearch"
  FROM pg_index JOIN pg_class i ON i.oid = indexrelid JOIN pg_am m ON m.oid = i.relam
  WHERE i.relnamespace = current_schema()::regnamespace AND i.relpersistence = 'p' AND NOT i.relispartition
    AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x')) ORDER BY 1, 2`;

/** Drops the constraints and indexes of all logged tables, foreign keys first; those of partitions are handled with their parent. */
export async function dropIndexes(client: pg.ClientBase): Promise<DroppedIndexes> {
  const { rows: constrained } = await client.query<DroppedIndex>(constraints);
  for (const { table, name } of constrained.toReversed())
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${pg.escapeIdentifier(name)}`);
  const { rows: indexed } = await client.query<DroppedIndex & { isSearch: boolean }>(indexes);
  for (const { name } of indexed) await client.query(`DROP INDEX ${pg.escapeIdentifier(name)}`);
  return {
    indexes: indexed.filter(({ isSearch }) => !isSearch),
    searchIndexes: indexed.filter(({ isSearch }) => isSearch),
    constraints: constrained,
  };
}

/**
 * Recreates them, over all rows: throws if rows violate a constraint. Returns the indexes that are left to
 * `buildIndexes` after the transaction; none on the embedded database, which could do nothing else meanwhile.
 */
export async function recreateIndexes(
  client: pg.ClientBase,
  kind: Database['kind'],
  { indexes: indexed, searchIndexes, constraints: constrained }: DroppedIndexes,
): Promise<DroppedIndexes['searchIndexes']> {
  const isEmbedded = kind === 'embedded';
  if (!isEmbedded) await client.query(`SET LOCAL maintenance_work_mem = '256MB'`);
  for (const { definition } of isEmbedded ? [...indexed, ...searchIndexes] : indexed) await client.query(definition);
  for (const { table, name, definition } of constrained)
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${pg.escapeIdentifier(name)} ${definition}`);
  return isEmbedded ? [] : searchIndexes;
}
