import { statuses } from '@back-office/contract/status.ts';
import { type Kysely, sql } from 'kysely';
import { newId } from '@back-office/server/platform/database/new-id.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import type { SeedDictionary } from './dictionaries.ts';

interface DictRow {
  id: string;
  parent_id: string | null;
  dict_label: string;
  dict_value: string;
  dict_color: string | null;
  dict_sort: number;
  dict_remark: string | null;
}

/**
 * Puts in dictionaries with their entries: what a module's own fields choose from.
 * @example
 * export const seed = async ({ db, isNew }: Seeding) => {
 *   if (!(await isNew('dictionaries'))) return;
 *   await insertDictionaries(db, [{ label: '合同状态', value: 'acme_state', entries: '草稿 草稿 #8c8c8c|生效 生效 #52c41a' }]);
 * };
 */
export async function insertDictionaries(db: Kysely<Tables>, dictionaries: readonly SeedDictionary[]): Promise<void> {
  const rows = dictionaries.flatMap(({ label, value, remark, entries }, at) => {
    const root: DictRow = {
      id: newId(),
      parent_id: null,
      dict_label: label,
      dict_value: value,
      dict_color: null,
      dict_sort: at + 1,
      dict_remark: remark ?? null,
    };
    const children = entries.split('|').map((entry, order): DictRow => {
      const [entryValue = '', entryLabel = entryValue, colour = null] = entry.split(' ');
      return {
        id: newId(),
        parent_id: root.id,
        dict_label: entryLabel,
        dict_value: entryValue,
        dict_color: colour,
        dict_sort: order + 1,
        dict_remark: null,
      };
    });
    return [root, ...children];
  });
  await sql`INSERT INTO sys_dict (id, parent_id, dict_label, dict_value, dict_value_type, dict_color, dict_sort, dict_status, dict_remark)
    SELECT id, parent_id, dict_label, dict_value, 'String', dict_color, dict_sort, ${sql.lit(statuses.enabled)}, dict_remark
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS x(id uuid, parent_id uuid, dict_label text, dict_value text, dict_color text, dict_sort integer, dict_remark text)`.execute(db);
}
