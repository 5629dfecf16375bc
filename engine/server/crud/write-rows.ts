import { parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { textOf } from '@back-office/contract/resource/text-of.ts';
import { sql } from 'kysely';
import { givenRows } from '../platform/database/given-rows.ts';
import { sqlTypes } from '../platform/database/sql-types.ts';
import { given, statementFor } from '../platform/database/statement.ts';
import { labelPinyin } from '../platform/database/pinyin.ts';
import type { Context } from './context.ts';
import { hasPinyin, labelPinyinField } from './search.ts';

/** A record to write: its id, and the form's values by name, with secrets already hashed. */
export interface WritableRow {
  readonly id: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Inserts the records, any number in one statement, and sets who created them and when. Nothing is checked or logged: `checkAll` and `writeAll` do
 * that.
 * @example
 * // Adds the default lines of a new agreement.
 * export const addUsualLines = (context: Context, id: string) =>
 *   insertRows(
 *     context,
 *     agreementLine,
 *     ['设备', '安装'].map((lineName) => ({ id: newId(), values: { acmeAgreementId: id, lineName, lineQuantity: 1 } })),
 *   );
 */
export async function insertRows(context: Context, resource: Resource, rows: readonly WritableRow[]): Promise<void> {
  await insertPrepared(context, resource, await withPinyin(resource, rows));
  await writeLinks(context, resource, rows);
}

/**
 * Updates the records, any number in one statement, and raises their versions. Only fields that some record has in `values` are set; a record without
 * one of them keeps its value.
 * @example
 * const close = (context: Context, id: string) => updateRows(context, org, [{ id, values: { orgStatus: statuses.disabled } }]);
 */
export async function updateRows(context: Context, resource: Resource, rows: readonly WritableRow[]): Promise<void> {
  await updatePrepared(context, resource, await withPinyin(resource, rows));
  await writeLinks(context, resource, rows);
}

/** Inserts rows prepared by `withPinyin`, without their links; the statements are sent by the time this function returns its promise. */
export async function insertPrepared(context: Context, resource: Resource, rows: readonly WritableRow[]): Promise<void> {
  const isTree = parentFieldOf(resource) !== undefined;
  let run = '';
  // A missing column takes the default of the table, so rows are grouped by their columns. In a tree the order is kept: parents come before children.
  const alike = Map.groupBy(rows, (row, at) => {
    const names = columnNames(resource, [row]).join();
    if (!run.endsWith(` ${names}`)) run = `${at} ${names}`;
    return isTree ? run : names;
  });
  await Promise.all([...alike.values()].map((some) => insertAlike(context, resource, some)));
}

async function insertAlike(context: Context, resource: Resource, rows: readonly WritableRow[]): Promise<void> {
  const names = columnNames(resource, rows);
  const x = tableOf(resource, rows, names);
  const insert = statementFor([resource], `insert ${x.key} ${names.join()}`, () => {
    const values = sql.join(names.map((name) => sql.ref(`x.${name}`)));
    return sql`
      INSERT INTO ${sql.table(resource.table)} (id, ${sql.join(names.map((name) => sql.id(name)))}, create_user, update_user)
      SELECT x.id, ${values}, ${given('user')}::uuid, ${given('user')}::uuid FROM ${x.table()}`;
  });
  await insert.run(context.db, { user: context.user.userId, ...x.values });
}

/** Updates rows prepared by `withPinyin`, without their links; the statement is sent by the time this function returns its promise. */
export async function updatePrepared(context: Context, resource: Resource, rows: readonly WritableRow[]): Promise<void> {
  if (rows.length === 0) return;
  const names = columnNames(resource, rows).filter((name) => rows.some((row) => row.values[name] !== undefined));
  const marked = rows.map(({ id, values }) => ({ id, values: { ...values, ...marks(names, values) } }));
  const x = tableOf(resource, marked, names, names.map(mark));
  const update = statementFor([resource], `update ${x.key} ${names.join()}`, () => {
    const sets = names.map(
      (name) =>
        sql`${sql.id(name)} = CASE WHEN ${sql.ref(`x.${mark(name)}`)} THEN ${sql.ref(`x.${name}`)} ELSE ${sql.ref(`t.${name}`)} END`,
    );
    return sql`
      UPDATE ${sql.table(resource.table)} t SET ${sql.join([...sets, sql`version = t.version + 1`, sql`update_time = now()`, sql`update_user = ${given('user')}::uuid`])}
      FROM ${x.table()} WHERE t.id = x.id`;
  });
  await update.run(context.db, { user: context.user.userId, ...x.values });
}

const mark = (name: string): string => `${name}Given`;
const marks = (names: readonly string[], values: Readonly<Record<string, unknown>>): Record<string, boolean> =>
  Object.fromEntries(names.map((name) => [mark(name), values[name] !== undefined]));

/** The fields stored in the table itself: form fields, fields that only operations write if a row has them, and the label's pinyin. */
const columnNames = (resource: Resource, rows: readonly WritableRow[]): string[] => [
  ...writtenIn(resource, false).filter((name) => resource.form.includes(name) || rows.some(({ values }) => values[name] !== undefined)),
  ...(hasPinyin(resource) ? [labelPinyinField] : []),
];

/** The fields that forms or operations write: either the links, which are stored in tables of their own, or the others. */
const writtenIn = ({ form, fields }: Resource, isLink: boolean): string[] =>
  [...form, ...Object.keys(fields).filter((name) => fields[name]?.byServer)].filter(
    (name) => (fields[name]?.kind === 'references') === isLink,
  );

/** The rows with the pinyin of each label to write. */
export async function withPinyin<Row extends WritableRow>(resource: Resource, rows: readonly Row[]): Promise<readonly Row[]> {
  if (rows.length === 0 || !hasPinyin(resource)) return rows;
  const pinyinOf = await labelPinyin();
  return rows.map((row) => {
    const label = row.values[resource.label];
    return label === undefined ? row : { ...row, values: { ...row.values, [labelPinyinField]: pinyinOf(textOf(label)) } };
  });
}

/** The rows as a table `x`, with the columns of these fields, and flags. */
const tableOf = (resource: Resource, rows: readonly WritableRow[], names: readonly string[], flags: readonly string[] = []) => {
  const types = [
    ...names.map((name) => [name, sqlTypes[resource.fields[name]?.kind ?? 'text']]),
    ...flags.map((name) => [name, 'boolean']),
  ];
  const flatRows = rows.map(({ id, values }) => ({ ...values, id }));
  return givenRows(['id', ...names, ...flags], { ...Object.fromEntries(types), id: 'uuid' }, flatRows);
};

/** Whether records have links, which are stored in tables of their own. */
export const hasLinks = (resource: Resource): boolean => writtenIn(resource, true).length > 0;

/** Writes the links of the records. */
export async function writeLinks(context: Context, resource: Resource, rows: readonly WritableRow[]): Promise<void> {
  for (const name of writtenIn(resource, true)) {
    const field = resource.fields[name];
    if (field?.kind !== 'references') continue;
    const linked = rows.filter((row) => row.values[name] !== undefined);
    if (linked.length === 0) continue;
    const pairs = linked.flatMap(({ id, values }) => (values[name] as string[]).map((target) => ({ owner_id: id, target_id: target })));
    const wanted = sql`SELECT owner_id, target_id FROM json_to_recordset(${JSON.stringify(pairs)}::json) AS x(owner_id uuid, target_id uuid)`;
    await sql`DELETE FROM ${sql.table(field.link)} WHERE owner_id = ANY(${linked.map(({ id }) => id)}::uuid[]) AND (owner_id, target_id) NOT IN (${wanted})`.execute(
      context.db,
    );
    if (pairs.length > 0)
      await sql`INSERT INTO ${sql.table(field.link)} (owner_id, target_id) ${wanted} ON CONFLICT DO NOTHING`.execute(context.db);
  }
}
