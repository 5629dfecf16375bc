import type { Use } from '@back-office/contract/envelope.ts';
import { may } from '@back-office/contract/resource/permission.ts';
import { baseFields, type Resource } from '@back-office/contract/resource/resource.ts';
import { type RawBuilder, sql } from 'kysely';
import { column } from './columns.ts';
import type { Context } from './context.ts';
import { visible } from './visible.ts';

type Sql = RawBuilder<unknown>;

/**
 * Where records are referred to, and how often: by each reference field of each editable resource. Records among `ids` themselves do not count (a
 * parent deleted with its children), nor does who created a record, which is history.
 * @example
 * const isUsed = async (context: Context, id: string) => (await usesOf(context, party, [id])).length > 0;
 */
export async function usesOf(context: Context, resource: Resource, ids: readonly string[]): Promise<Use[]> {
  const uses: Use[] = [];
  for (const referrer of context.resources.filter(({ operations }) => operations.includes('save')))
    for (const name of Object.keys(referrer.fields).filter((each) => !Object.hasOwn(baseFields, each))) {
      const names = referring(referrer, name, resource, ids);
      if (names !== undefined) uses.push(...(await countUse(context, referrer, name, names)));
    }
  return uses;
}

/** The use of records by the rows `t` that satisfy `names`: counts those that the person may see, and marks with `hidden` that there are others. */
export async function countUse(context: Context, { name, title, table, fields }: Resource, field: string, names: Sql): Promise<Use[]> {
  const seen = may(context.user.rights, name, 'read') ? visible(context, context.resourceOf(name)) : sql`false`;
  const { rows } = await sql<{ count: number; total: number }>`
    SELECT count(*) FILTER (WHERE ${seen}) AS count, count(*) AS total FROM ${sql.table(table)} t WHERE ${names}`.execute(context.db);
  const { count, total } = rows[0] ?? { count: 0, total: 0 };
  if (total === 0) return [];
  return [{ resource: name, title, field, label: fields[field]?.label ?? field, count, ...(total > count ? { hidden: true } : {}) }];
}

/** Whether a field of the row `t` refers to these records; undefined if it never does, or if its record is deleted with the one it refers to. */
function referring({ name: referrer, fields }: Resource, name: string, resource: Resource, ids: readonly string[]): Sql | undefined {
  const field = fields[name];
  const naming = sql`${column(name)} = ANY(${ids}::uuid[])`;
  if (field?.kind === 'parent' && referrer === resource.name) return sql`${naming} AND t.id <> ALL(${ids}::uuid[])`;
  if (field?.kind === 'reference' && field.to === resource.name && field.owned !== true) return naming;
  if (field?.kind !== 'references' || field.to !== resource.name) return undefined;
  return sql`t.id IN (SELECT l.owner_id FROM ${sql.table(field.link)} l WHERE l.target_id = ANY(${ids}::uuid[]))`;
}
