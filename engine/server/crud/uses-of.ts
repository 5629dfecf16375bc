import type { Use } from '@back-office/contract/envelope.ts';
import type { Field } from '@back-office/contract/resource/field.ts';
import { baseFields, type Resource } from '@back-office/contract/resource/resource.ts';
import { type RawBuilder, sql } from 'kysely';
import { column } from './columns.ts';
import type { Context } from './context.ts';

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
    for (const [name, field] of Object.entries(referrer.fields)) {
      const from = Object.hasOwn(baseFields, name) ? undefined : referring(referrer, name, field, resource, ids);
      if (from === undefined) continue;
      const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM ${from}`.execute(context.db);
      const count = rows[0]?.count ?? 0;
      if (count > 0) uses.push({ resource: referrer.name, title: referrer.title, field: name, label: field.label, count });
    }
  return uses;
}

/** Where a field names these records; undefined where it names none of this resource, or goes with what it names. */
function referring(
  referrer: Resource,
  name: string,
  field: Field,
  resource: Resource,
  ids: readonly string[],
): RawBuilder<unknown> | undefined {
  const naming = sql`${sql.table(referrer.table)} t WHERE ${column(name)} = ANY(${ids}::uuid[])`;
  if (field.kind === 'parent' && referrer.name === resource.name) return sql`${naming} AND t.id <> ALL(${ids}::uuid[])`;
  if (field.kind === 'reference' && field.to === resource.name && field.owned !== true) return naming;
  if (field.kind !== 'references' || field.to !== resource.name) return undefined;
  return sql`${sql.table(field.link)} l WHERE l.target_id = ANY(${ids}::uuid[])`;
}
