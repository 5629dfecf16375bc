import type { Field } from '@back-office/contract/resource/field.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type RawBuilder, sql } from 'kysely';
import { given, statementFor } from '../platform/database/statement.ts';
import { snake } from '../platform/database/snake.ts';
import { labelPinyin } from '../platform/database/pinyin.ts';
import type { Context } from './context.ts';
import { hasPinyin, labelPinyinField } from './search.ts';

const sqlTypes: Readonly<Record<Field['kind'], string>> = {
  text: 'text',
  longText: 'text',
  number: 'numeric',
  datetime: 'timestamptz',
  date: 'date',
  boolean: 'text',
  dict: 'text',
  colour: 'text',
  secret: 'text',
  reference: 'uuid',
  references: 'uuid[]',
  ids: 'uuid[]',
  parent: 'uuid',
  file: 'uuid',
  json: 'jsonb',
};

/** A record to write: the form's values by name, secrets already hashed, and the id. */
export interface WritableRow {
  readonly id: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Inserts the records, any number in one statement; who and when are added here. */
export async function insertRows(context: Context, resource: Resource, rows: readonly WritableRow[]): Promise<void> {
  if (rows.length === 0) return;
  const names = columnNames(resource);
  const insert = statementFor([resource], 'insert', () => {
    const values = sql.join(names.map((name) => sql`${sql.ref(`x.${name}`)}`));
    return sql`
      INSERT INTO ${sql.table(resource.table)} (id, ${sql.join(names.map((name) => sql.id(name)))}, create_user, update_user)
      SELECT x.id, ${values}, ${given('user')}::uuid, ${given('user')}::uuid FROM ${recordset(resource, names)}`;
  });
  await insert.run(context.db, { user: context.user.userId, rows: jsonOf(await withPinyin(resource, rows), names) });
  await writeLinks(context, resource, rows);
}

/**
 * Updates the records, any number in one statement, and raises their versions. Only names that some record has in
 * `values` are set; a record without one of them keeps what it has.
 */
export async function updateRows(context: Context, resource: Resource, rows: readonly WritableRow[]): Promise<void> {
  if (rows.length === 0) return;
  const written = await withPinyin(resource, rows);
  const names = columnNames(resource).filter((name) => written.some((row) => row.values[name] !== undefined));
  const flags = names.map(mark);
  const update = statementFor([resource], `update ${names.join()}`, () => {
    const sets = names.map(
      (name) =>
        sql`${sql.id(name)} = CASE WHEN ${sql.ref(`x.${mark(name)}`)} THEN ${sql.ref(`x.${name}`)} ELSE ${sql.ref(`t.${name}`)} END`,
    );
    return sql`
      UPDATE ${sql.table(resource.table)} t SET ${sql.join([...sets, sql`version = t.version + 1`, sql`update_time = now()`, sql`update_user = ${given('user')}::uuid`])}
      FROM ${recordset(resource, names, flags)} WHERE t.id = x.id`;
  });
  const marked = written.map(({ id, values }) => ({ id, values: { ...values, ...marks(names, values) } }));
  await update.run(context.db, { user: context.user.userId, rows: jsonOf(marked, [...names, ...flags]) });
  await writeLinks(context, resource, rows);
}

const mark = (name: string): string => `${name}Given`;
const marks = (names: readonly string[], values: Readonly<Record<string, unknown>>): Record<string, boolean> =>
  Object.fromEntries(names.map((name) => [mark(name), values[name] !== undefined]));

/** What is written into the table itself: form fields, and the pinyin of the label. */
const columnNames = (resource: Resource): string[] => [
  ...resource.form.filter((name) => resource.fields[name]?.kind !== 'references'),
  ...(hasPinyin(resource) ? [labelPinyinField] : []),
];

/** The rows with the pinyin of each label that is written. */
async function withPinyin(resource: Resource, rows: readonly WritableRow[]): Promise<readonly WritableRow[]> {
  if (!hasPinyin(resource)) return rows;
  const pinyinOf = await labelPinyin();
  return rows.map(({ id, values }) => {
    const label = values[resource.label];
    return { id, values: typeof label === 'string' ? { ...values, [labelPinyinField]: pinyinOf(label) } : values };
  });
}

/** The rows as a table `x`, of one parameter: what `jsonOf` gives. */
function recordset(resource: Resource, names: readonly string[], flags: readonly string[] = []): RawBuilder<unknown> {
  const typed = names.map((name) => sql`${sql.id(name)} ${sql.raw(sqlTypes[resource.fields[name]?.kind ?? 'text'])}`);
  const columns = [sql`id uuid`, ...typed, ...flags.map((name) => sql`${sql.id(name)} boolean`)];
  return sql`json_to_recordset(${given('rows')}::json) AS x(${sql.join(columns)})`;
}

const jsonOf = (rows: readonly WritableRow[], keys: readonly string[]): string =>
  JSON.stringify(rows.map(({ id, values }) => ({ id, ...Object.fromEntries(keys.map((name) => [snake(name), values[name] ?? null])) })));

async function writeLinks(context: Context, resource: Resource, rows: readonly WritableRow[]): Promise<void> {
  for (const name of resource.form) {
    const field = resource.fields[name];
    if (field?.kind !== 'references') continue;
    const given = rows.filter((row) => row.values[name] !== undefined);
    if (given.length === 0) continue;
    const pairs = given.flatMap(({ id, values }) => (values[name] as string[]).map((target) => ({ owner_id: id, target_id: target })));
    const wanted = sql`SELECT owner_id, target_id FROM json_to_recordset(${JSON.stringify(pairs)}::json) AS x(owner_id uuid, target_id uuid)`;
    await sql`DELETE FROM ${sql.table(field.link)} WHERE owner_id = ANY(${given.map(({ id }) => id)}::uuid[]) AND (owner_id, target_id) NOT IN (${wanted})`.execute(
      context.db,
    );
    if (pairs.length > 0)
      await sql`INSERT INTO ${sql.table(field.link)} (owner_id, target_id) ${wanted} ON CONFLICT DO NOTHING`.execute(context.db);
  }
}
