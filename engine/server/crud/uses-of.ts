import type { Use } from '@back-office/contract/envelope.ts';
import { may } from '@back-office/contract/resource/permission.ts';
import { baseFields, type Resource } from '@back-office/contract/resource/resource.ts';
import { type RawBuilder, sql } from 'kysely';
import { column } from './columns.ts';
import type { Context } from './context.ts';
import { visible } from './visible.ts';

type Sql = RawBuilder<unknown>;

/**
 * Where records are referred to, with how often: by every field of every editable resource that points at theirs.
 * Records that are themselves among `ids` do not count (a parent deleted with its children), and who made a record is
 * history, not use.
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

/** The records of which a condition on `t` holds, as a use: those that the person may see are counted, of others it says that there are some. */
export async function countUse(context: Context, { name, title, table, fields }: Resource, field: string, names: Sql): Promise<Use[]> {
  const seen = may(context.user.rights, name, 'read') ? visible(context, context.resourceOf(name)) : sql`false`;
  const { rows } = await sql<{ count: number; total: number }>`
    SELECT count(*) FILTER (WHERE ${seen}) AS count, count(*) AS total FROM ${sql.table(table)} t WHERE ${names}`.execute(context.db);
  const { count, total } = rows[0] ?? { count: 0, total: 0 };
  if (total === 0) return [];
  return [{ resource: name, title, field, label: fields[field]?.label ?? field, count, ...(total > count ? { hidden: true } : {}) }];
}

/** Whether a field of the record `t` names these; undefined where it names none of this resource, or goes with what it names. */
function referring({ name: referrer, fields }: Resource, name: string, resource: Resource, ids: readonly string[]): Sql | undefined {
  const field = fields[name];
  const naming = sql`${column(name)} = ANY(${ids}::uuid[])`;
  if (field?.kind === 'parent' && referrer === resource.name) return sql`${naming} AND t.id <> ALL(${ids}::uuid[])`;
  if (field?.kind === 'reference' && field.to === resource.name && field.owned !== true) return naming;
  if (field?.kind !== 'references' || field.to !== resource.name) return undefined;
  return sql`t.id IN (SELECT l.owner_id FROM ${sql.table(field.link)} l WHERE l.target_id = ANY(${ids}::uuid[]))`;
}
