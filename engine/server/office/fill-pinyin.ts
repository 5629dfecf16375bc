import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type Kysely, sql } from 'kysely';
import { labelPinyin } from '../platform/database/pinyin.ts';
import { inBatches } from '../platform/jobs/in-batches.ts';
import type { Tables } from '../platform/database/tables.ts';

/** Rows for one statement: pinyin of this many takes a tenth of a second. */
const batch = 5000;

/** The note in `sys_seed` of which field was the label of a table at the last start. */
const noteOf = ({ table, label }: Resource): string => `label of ${table}: ${label}`;

/** Removes the pinyin of each table of which another field was the label at the last start. */
async function forgetFormer(db: Kysely<Tables>, resources: readonly Resource[]): Promise<void> {
  const stored = await db.selectFrom('sys_seed').select('name').where('name', 'like', 'label of %').execute();
  const notes = new Set(stored.map(({ name }) => name));
  for (const resource of resources.filter((one) => !notes.has(noteOf(one)))) {
    const former = [...notes].filter((note) => note.startsWith(noteOf({ ...resource, label: '' })));
    if (former.length > 0) {
      await inBatches(new AbortController().signal, batch, async (portion) => {
        const table = sql.table(resource.table);
        const some = sql`SELECT id FROM ${table} WHERE label_pinyin IS NOT NULL LIMIT ${portion}`;
        return (await sql`UPDATE ${table} SET label_pinyin = NULL WHERE id = ANY(ARRAY(${some}))`.execute(db)).numAffectedRows;
      });
      await db.deleteFrom('sys_seed').where('name', 'in', former).execute();
    }
    await db
      .insertInto('sys_seed')
      .values({ name: noteOf(resource) })
      .execute();
  }
}

/**
 * Gives every record its label's pinyin that has none: those of a seed, those from before there was any, and those
 * of which another field was the label. Where all have it this costs one query over small tables and partial indexes.
 */
export async function fillPinyin(db: Kysely<Tables>, resources: readonly Resource[]): Promise<void> {
  const found = resources.filter(({ form, label }) => form.includes(label));
  await forgetFormer(db, found);
  const missing = sql.join(
    found.map(
      ({ table, label }) =>
        sql`(SELECT ${table}::text AS table_name, id, ${sql.ref(label)} AS label FROM ${sql.table(table)} WHERE label_pinyin IS NULL LIMIT ${batch})`,
    ),
    sql` UNION ALL `,
  );
  for (;;) {
    const { rows } = await sql<{ tableName: string; id: string; label: string }>`${missing}`.execute(db);
    if (rows.length === 0) return;
    const pinyinOf = await labelPinyin();
    for (const [table, records] of Map.groupBy(rows, ({ tableName }) => tableName)) {
      const values = JSON.stringify(records.map(({ id, label }) => ({ id, pinyin: pinyinOf(label) })));
      await sql`UPDATE ${sql.table(table)} t SET label_pinyin = x.pinyin FROM json_to_recordset(${values}::json) AS x(id uuid, pinyin text)
        WHERE t.id = x.id`.execute(db);
    }
  }
}
