import { invisibleCharacters } from '@back-office/contract/resource/plain-text.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { shapeOf } from '@back-office/contract/resource/text-shape.ts';
import { type RawBuilder, sql } from 'kysely';
import type { SearchIndex } from '../platform/jobs/build-indexes.ts';
import { snake } from '../platform/database/snake.ts';
import { given, statementFor } from '../platform/database/statement.ts';
import { column } from './columns.ts';
import type { Context } from './context.ts';
import type { Checked } from './checked.ts';
import { duplicateOf } from './unique.ts';

type Sql = RawBuilder<unknown>;

const [before, after] = [
  'regexp_replace(regexp_replace(normalize(',
  `, NFC), '${invisibleCharacters}', '', 'g'), '^[\\s\u00a0\u3000]+|[\\s\u00a0\u3000]+$', '', 'g')`,
];

/** SQL for a text as unique values are compared: NFC, trimmed, without invisible characters. */
const asUnique = (text: Sql): Sql => sql`${sql.raw(before)}${text}${sql.raw(after)}`;

/** SQL for a stored value in its wire format, by which it is compared with a posted one: 1.00 equals 1. */
export function asKey(resource: Resource, name: string): Sql {
  const [kind, stored] = [resource.fields[name]?.kind, column(name)];
  if (kind === 'number') return sql`trim_scale(${stored}::numeric)::text`;
  if (kind === 'datetime') return sql`to_char(${stored}, 'YYYY-MM-DD HH24:MI:SS')`;
  return isFreeText(resource, name) ? asUnique(stored) : sql`${stored}::text`;
}

/** Partial indexes of the values that were stored unnormalised: few or none, whatever the size of the table. */
export const lookalikeIndexes = (resources: readonly Resource[]): SearchIndex[] =>
  resources.flatMap((resource) => {
    const texts = resource.unique.flatMap((names) => names.at(-1) ?? []).filter((name) => isFreeText(resource, name));
    return texts.map(snake).map((column) => {
      const [{ table }, compared] = [resource, `${before}${column}${after}`];
      const name = `${table}_${column}_lookalike`;
      return {
        table,
        name,
        whereOwned: true,
        definition: `CREATE INDEX ${name} ON ${table} ((${compared})) WHERE ${column} <> ${compared}`,
      };
    });
  });

const sign = String.raw`\\[+.?/]|[\w:/@,+?*{}-]|\[[\w:./@ -]+\]`;
/** Matches patterns that accept ASCII only: no negated class, no dot, no named class. */
const plain = new RegExp(String.raw`^\^(?:${sign}|\(\?:(?:${sign}|\|)*\))*\$$`);

/** True for a text of arbitrary letters. A field with an ASCII shape is not: nothing else looks like ASCII. */
function isFreeText({ fields }: Resource, name: string): boolean {
  const field = fields[name];
  if (field?.kind !== 'text' || field.shape === undefined) return field?.kind === 'text';
  return !plain.test(typeof field.shape === 'string' ? shapeOf(field.shape).pattern.source : field.shape.pattern);
}

/**
 * Refuses with 40900 a unique value that looks like one stored before such lookalikes were refused. Values written since are normalised, so for those
 * the unique index decides.
 */
export async function refuseLookalikes({ db }: Context, resource: Resource, checked: readonly Checked[]): Promise<void> {
  const ids = checked.map(({ id }) => id);
  const asked = resource.unique.flatMap((names) => {
    const [last = 'id', ...others] = names.toReversed();
    const changed = isFreeText(resource, last) ? checked.filter((row) => names.some((name) => isChanged(row, name))) : [];
    if (changed.length === 0) return [];
    const values = changed.map(({ values, current }) =>
      Object.fromEntries(names.map((name) => [snake(name), values[name] === undefined ? current?.[name] : values[name]])),
    );
    const find = statementFor([resource], `lookalikes ${names.join()}`, () => findLookalikes(resource, last, others));
    return [{ names, found: find.run(db, { values: JSON.stringify(values), ids }) }];
  });
  const found = await Promise.all(asked.map((one) => one.found));
  const names = asked.find((_, at) => (found[at] ?? []).length > 0)?.names;
  if (names !== undefined) throw duplicateOf(resource, names);
}

/** True for a field whose written value differs from the stored one. */
export const isChanged = ({ values, current }: Checked, name: string): boolean =>
  values[name] !== undefined && values[name] !== current?.[name];

/**
 * Finds unnormalised stored values that look like a given one, through the partial index (`lookalikeIndexes`); if the given value is itself an old
 * unnormalised one that moves or is restored, also the normalised value. All other fields of the key must be equal. Looked up value by value
 * (LATERAL): for many values at once the planner scans the whole table.
 */
function findLookalikes(resource: Resource, last: string, others: readonly string[]): Sql {
  const [text, moved] = [sql`${sql.ref(`t.${last}`)}`, sql`${sql.ref(`g.${last}`)}`];
  const same = others.map((name) => sql`${asKey(resource, name)} IS NOT DISTINCT FROM ${sql.ref(`g.${name}`)} AND`);
  const like = sql`SELECT t.id FROM ${sql.table(resource.table)} t WHERE ${sql.join(same, sql` `)}`;
  return sql`
    SELECT FROM json_to_recordset(${given('values')}::json) AS g(${sql.join([last, ...others].map((name) => sql`${sql.ref(name)} text`))})
    CROSS JOIN LATERAL (
      ${like} ${asUnique(text)} = ${asUnique(moved)} AND ${text} <> ${asUnique(text)}
      UNION ALL ${like} ${text} = ${asUnique(moved)} AND ${moved} <> ${asUnique(moved)}
    ) found WHERE found.id <> ALL(${given('ids')}::uuid[]) LIMIT 1`;
}
