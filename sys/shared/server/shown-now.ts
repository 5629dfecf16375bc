import { recordIn } from '@back-office/contract/record-in.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { shownNow } from '@back-office/server/crud/change.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import { sql } from 'kysely';

interface Showing<Row> {
  /** Names of the values that are kept of another record: empty in a row that was deleted since it was read. */
  readonly kept: readonly string[];
  /** The row as the present declaration of the resource that it names allows; undefined if there is none now. */
  readonly shown: (row: Row, source: Resource | undefined) => Row;
}

/** Rows that keep values of other records, whose resource is in `target_resource`, as the present declarations allow. */
export async function shownByNow<Row extends { readonly id: string }>(
  { db, resources }: Pick<Context, 'db' | 'resources'>,
  table: string,
  rows: readonly Row[],
  { kept, shown }: Showing<Row>,
): Promise<Row[]> {
  const ids = rows.map(({ id }) => id);
  const { rows: sources } = await sql<{ id: string; name: string | null }>`
    SELECT t.id, t.target_resource AS name FROM ${sql.table(table)} t WHERE t.id = ANY(${ids}::uuid[])`.execute(db);
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  const byId = new Map(sources.map(({ id, name }) => [id, byName.get(name ?? '')]));
  const empty = Object.fromEntries(kept.map((name) => [name, null]));
  return rows.map((row) => (byId.has(row.id) ? shown(row, byId.get(row.id)) : { ...row, ...empty }));
}

/** Logged values by the names of their fields, as the present declaration allows. */
export const valuesNow = ({ fields }: Resource, values: unknown): unknown =>
  (values ?? null) === null
    ? null
    : Object.fromEntries(Object.entries(recordIn(values)).map(([name, value]) => [name, shownNow(fields, name, value)]));

/** The logged label of a record, as the present declaration allows. */
export const labelNow = ({ fields, label }: Resource, value: unknown): unknown => shownNow(fields, label, value);

/** What these lines of the operation log are about is not named by a record's label: a file, or all records of a resource. */
const ofFiles: readonly unknown[] = ['导出', '下载导出', '批量导入', '撤销导入'];

/** What a line of the operation log of this kind is about, as the present declaration allows. */
export const targetNow = (source: Resource, kind: unknown, target: unknown): string | null => {
  const shown = ofFiles.includes(kind) ? target : labelNow(source, target);
  return typeof shown === 'string' ? shown : null;
};
