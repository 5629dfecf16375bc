import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type Kysely, sql } from 'kysely';
import { labelPinyin } from '../platform/database/pinyin.ts';
import type { Tables } from '../platform/database/tables.ts';

/** Rows for one statement: pinyin of this many takes a tenth of a second. */
const batch = 5000;

/**
 * Gives every record its label's pinyin that has none: those of a seed, and those from before there was any. Where all
 * have it this costs one query over small tables and partial indexes.
 */
export async function fillPinyin(db: Kysely<Tables>, resources: readonly Resource[]): Promise<void> {
  const found = resources.filter(({ form, label }) => form.includes(label));
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
