import type { Use } from '@back-office/contract/envelope.ts';
import { baseFields, type Resource } from '@back-office/contract/resource/resource.ts';
import { type RawBuilder, sql } from 'kysely';
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
  for (const { referrer, name, count } of referrers(context, resource, ids)) {
    const { rows } = await sql<{ count: number }>`SELECT ${count} AS count`.execute(context.db);
    const found = rows[0]?.count ?? 0;
    if (found > 0)
      uses.push({ resource: referrer.name, title: referrer.title, field: name, label: referrer.fields[name]?.label ?? name, count: found });
  }
  return uses;
}

function referrers(
  context: Context,
  resource: Resource,
  ids: readonly string[],
): { referrer: Resource; name: string; count: RawBuilder<unknown> }[] {
  return context.resources
    .filter(({ operations }) => operations.includes('save'))
    .flatMap((referrer) =>
      Object.entries(referrer.fields)
        .filter(([name]) => !Object.hasOwn(baseFields, name))
        .flatMap(([name, field]) => {
          if (field.kind === 'parent' && referrer.name === resource.name) {
            return [
              {
                referrer,
                name,
                count: sql`(SELECT count(*) FROM ${sql.table(referrer.table)} t WHERE ${sql.ref(`t.${name}`)} = ANY(${ids}::uuid[]) AND t.id <> ALL(${ids}::uuid[]))`,
              },
            ];
          }
          if (field.kind === 'reference' && field.to === resource.name && field.owned !== true) {
            return [
              {
                referrer,
                name,
                count: sql`(SELECT count(*) FROM ${sql.table(referrer.table)} t WHERE ${sql.ref(`t.${name}`)} = ANY(${ids}::uuid[]))`,
              },
            ];
          }
          if (field.kind === 'references' && field.to === resource.name) {
            return [
              { referrer, name, count: sql`(SELECT count(*) FROM ${sql.table(field.link)} l WHERE l.target_id = ANY(${ids}::uuid[]))` },
            ];
          }
          return [];
        }),
    );
}
