import type { Resource } from '@back-office/contract/resource/resource.ts';
import { textOf } from '@back-office/contract/resource/text-of.ts';
import { type Kysely, sql } from 'kysely';
import { labelPinyin } from './pinyin.ts';
import type { Tables } from './tables.ts';

/** Writes the pinyin of these records' labels, except where one has another label by now than it was read with. */
export async function writePinyin(
  db: Kysely<Tables>,
  resource: Pick<Resource, 'table' | 'label'>,
  records: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const pinyinOf = await labelPinyin();
  const labels = records.map((record) => ({ recordId: record['id'], readLabel: textOf(record[resource.label]) }));
  const values = JSON.stringify(labels.map((one) => ({ ...one, newPinyin: pinyinOf(one.readLabel) })));
  await sql`
    UPDATE ${sql.table(resource.table)} SET label_pinyin = x."newPinyin"
    FROM json_to_recordset(${values}::json) AS x("recordId" uuid, "readLabel" text, "newPinyin" text)
    WHERE id = x."recordId" AND coalesce(${sql.id(resource.label)}, '') = x."readLabel"`.execute(db);
}
