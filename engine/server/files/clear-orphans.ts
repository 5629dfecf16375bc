import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../platform/database/tables.ts';
import { inPortions } from '../platform/jobs/in-portions.ts';
import type { JobKind } from '../platform/jobs/job-kind.ts';

/** Most files that one statement removes, so that it holds no lock for long. */
const portion = 1000;

/**
 * Once an hour: removes the files of records that are gone for good. The recycle bin brings a record back with its files, as it does
 * what went with another record. What hangs on no record of ours is its uploader's (`isRecord`), and stays.
 */
export const clearOrphans = (db: Kysely<Tables>, resources: readonly Resource[]): JobKind => ({
  name: 'clear-orphans',
  title: '清理已删除数据的附件',
  every: 3600,
  run: async ({ signal }) => {
    const types = await db.selectFrom('sys_file').select('otcType').where('otcType', 'is not', null).distinct().execute();
    for (const resource of resources.filter(({ name }) => types.some(({ otcType }) => otcType === name)))
      await inPortions(signal, portion, () => clearPortion(db, resource));
  },
});

async function clearPortion(db: Kysely<Tables>, { name, table }: Resource): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    WITH beside AS MATERIALIZED (
      SELECT x ->> 'id' AS id FROM sys_recycle r CROSS JOIN jsonb_array_elements(r.content -> 'beside' -> ${table}) x)
    DELETE FROM sys_file WHERE id IN (
      SELECT f.id FROM (
        SELECT id, CASE WHEN otc_id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN otc_id::uuid END AS record
        FROM sys_file WHERE otc_type = ${name}) f
      WHERE f.record IS NOT NULL
        AND NOT EXISTS (SELECT FROM ${sql.table(table)} t WHERE t.id = f.record)
        AND NOT EXISTS (SELECT FROM sys_recycle r WHERE r.target_id = f.record)
        AND NOT EXISTS (SELECT FROM beside WHERE beside.id = f.record::text)
      LIMIT ${portion})`.execute(db);
  return Number(numAffectedRows);
}
