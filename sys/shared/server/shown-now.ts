import { recordIn } from '@back-office/contract/record-in.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { shownNow } from '@back-office/server/crud/change.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import { sql } from 'kysely';

/** Records that keep values of others (`target_resource` names of which), as the present declarations of these allow: by `shown`, for each. */
export async function shownByNow<Row extends { readonly id: string }>(
  { db, resources }: Context,
  table: string,
  rows: readonly Row[],
  shown: (row: Row, source: Resource) => Row,
): Promise<Row[]> {
  const ids = rows.map(({ id }) => id);
  const { rows: sources } = await sql<{ id: string; name: string | null }>`
    SELECT t.id, t.target_resource AS name FROM ${sql.table(table)} t WHERE t.id = ANY(${ids}::uuid[])`.execute(db);
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  const byId = new Map(sources.map(({ id, name }) => [id, byName.get(name ?? '')]));
  return rows.map((row) => {
    const source = byId.get(row.id);
    return source === undefined ? row : shown(row, source);
  });
}

/** Logged values by the names of their fields, as the present declaration allows. */
export const valuesNow = ({ fields }: Resource, values: unknown): unknown =>
  values === null
    ? null
    : Object.fromEntries(Object.entries(recordIn(values)).map(([name, value]) => [name, shownNow(fields, name, value)]));
