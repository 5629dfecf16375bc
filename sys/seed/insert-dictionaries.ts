import { statuses } from '@back-office/contract/status.ts';
import { type Kysely, sql } from 'kysely';
import { newId } from '@back-office/server/platform/database/new-id.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { StartError } from '@back-office/server/platform/start-error.ts';
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
 * Puts in dictionaries with their entries: what a module's own fields choose from. Entries are separated by `|`; each is a value, which
 * records store, and may say the label that people read and a colour. Throws a StartError for an entry of another form, for what stands
 * twice, and for a dictionary that is there already.
 * @example
 * export const seed = async ({ db, isNew }: Seeding) => {
 *   if (!(await isNew('dictionaries'))) return;
 *   await insertDictionaries(db, [{ label: '合同状态', value: 'acme_state', entries: 'draft 草稿 #8c8c8c|live 生效 #52c41a' }]);
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
      const [entryValue, entryLabel, colour] = partsOf(entry, value);
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
    const twice = repeated(children.map(({ dict_value }) => dict_value));
    if (twice !== undefined) throw new StartError(`The dictionary ${value} has the entry ${twice} twice: take one out.`);
    return [root, ...children];
  });
  await refuseTaken(
    db,
    dictionaries.map(({ value }) => value),
  );
  await sql`INSERT INTO sys_dict (id, parent_id, dict_label, dict_value, dict_value_type, dict_color, dict_sort, dict_status, dict_remark)
    SELECT id, parent_id, dict_label, dict_value, 'String', dict_color, dict_sort, ${sql.lit(statuses.enabled)}, dict_remark
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS x(id uuid, parent_id uuid, dict_label text, dict_value text, dict_color text, dict_sort integer, dict_remark text)`.execute(db);
}

/** The value, the label and the colour. A space too many would make an entry that nobody can name, or of another colour. */
function partsOf(entry: string, dictionary: string): [value: string, label: string, colour: string | null] {
  const parts = entry.split(' ');
  const [value = '', label = value, colour = null] = parts;
  if (parts.length > 3 || parts.includes('') || (colour !== null && !/^#[0-9a-f]{6}$/i.test(colour)))
    throw new StartError(
      `The entry “${entry}” of the dictionary ${dictionary} must be a value, a label and a colour such as #52c41a, ` +
        'with one space between them; label and colour may be left out.',
    );
  return [value, label, colour];
}

const repeated = (values: readonly string[]): string | undefined => values.find((value, at) => values.indexOf(value) < at);

/** What somebody made by hand, or another module put in, is named before anything is written: it may be in use. */
async function refuseTaken(db: Kysely<Tables>, values: readonly string[]): Promise<void> {
  const twice = repeated(values);
  if (twice !== undefined) throw new StartError(`The dictionary ${twice} is given twice: take one out.`);
  if (values.length === 0) return;
  const taken = await db
    .selectFrom('sys_dict')
    .select(['dictValue', 'dictLabel'])
    .where('parentId', 'is', null)
    .where('dictValue', 'in', values)
    .orderBy('dictValue')
    .execute();
  if (taken.length === 0) return;
  const names = taken.map(({ dictValue, dictLabel }) => `${dictValue} (${dictLabel})`).join(', ');
  const [is, it] = taken.length === 1 ? [`dictionary ${names} is`, 'it'] : [`dictionaries ${names} are`, 'them'];
  throw new StartError(
    `The ${is} there already: take ${it} out of the seed, if the entries there are the right ones, or give another value; ` +
      `or delete ${it} in 字典管理, with the release before this one.`,
  );
}
