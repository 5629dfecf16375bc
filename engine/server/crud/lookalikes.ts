import { hiddenSigns } from '@back-office/contract/resource/plain-text.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type RawBuilder, sql } from 'kysely';
import type { SearchIndex } from '../platform/jobs/build-indexes.ts';
import { snake } from '../platform/database/snake.ts';
import { conflict } from '../platform/http/refusal.ts';
import { given, statementFor } from '../platform/database/statement.ts';
import type { Context } from './context.ts';
import type { Checked } from './checked.ts';
import { duplicateMessage } from './unique.ts';

type Sql = RawBuilder<unknown>;

const [before, after] = [
  'regexp_replace(regexp_replace(normalize(',
  `, NFC), '${hiddenSigns}', '', 'g'), '^[\\s\u00a0\u3000]+|[\\s\u00a0\u3000]+$', '', 'g')`,
];

/** SQL of a stored text as unique values are compared: NFC, trimmed, without invisible characters. */
export const asUnique = (text: Sql): Sql => sql`${sql.raw(before)}${text}${sql.raw(after)}`;

/** The indexes of the values that were stored in another way than they are compared: few, or none, in a table of any size. */
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

/** True for a text of any letters; those with a shape are plain ASCII, which nothing else looks like. */
export function isFreeText({ fields }: Resource, name: string): boolean {
  const field = fields[name];
  return field?.kind === 'text' && field.shape === undefined;
}

/**
 * Refuses with 40900 a unique value that looks like one stored before such lookalikes were refused. What is written
 * since is normalised, so for that the unique index decides.
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
  if (names !== undefined) throw conflict({ conflict: 'unique', fields: [...names] }, duplicateMessage(resource, names));
}

const isChanged = ({ values, current }: Checked, name: string): boolean => values[name] !== undefined && values[name] !== current?.[name];

/**
 * What looks like a given value and was stored otherwise, by the index of those alone (`lookalikeIndexes`); on every other field of
 * the key it must agree. Asked value by value: for many at once the planner reads the whole table.
 */
function findLookalikes(resource: Resource, last: string, others: readonly string[]): Sql {
  const text = sql`${sql.ref(`t.${last}`)}`;
  const same = others.map((name) => sql`AND ${sql.ref(`t.${name}`)}::text IS NOT DISTINCT FROM ${sql.ref(`g.${name}`)}`);
  return sql`
    SELECT FROM json_to_recordset(${given('values')}::json) AS g(${sql.join([last, ...others].map((name) => sql`${sql.ref(name)} text`))})
    CROSS JOIN LATERAL (
      SELECT FROM ${sql.table(resource.table)} t WHERE ${asUnique(text)} = ${sql.ref(`g.${last}`)} ${sql.join(same, sql` `)}
      AND ${text} <> ${asUnique(text)} AND t.id <> ALL(${given('ids')}::uuid[]) LIMIT 1
    ) found LIMIT 1`;
}
