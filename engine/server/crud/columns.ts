import type { Field } from '@back-office/contract/resource/field.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type RawBuilder, sql } from 'kysely';

type ResourceOf = (name: string) => Resource;

/** A field's column of the row `t`. */
export const column = (name: string): RawBuilder<unknown> => sql`${sql.ref(`t.${name}`)}`;

/** The resource that a field refers to. */
export function targetOf(resource: Resource, field: Field, resourceOf: ResourceOf): Resource | undefined {
  if (field.kind === 'parent') return resource;
  return field.kind === 'reference' || field.kind === 'references' ? resourceOf(field.to) : undefined;
}

/** SQL for the label of a reference or parent; undefined for a field without a label. */
export function labelOf(resource: Resource, name: string, field: Field, resourceOf: ResourceOf): RawBuilder<unknown> | undefined {
  if (field.kind !== 'reference' && field.kind !== 'parent') return undefined;
  const target = field.kind === 'parent' ? resource : resourceOf(field.to);
  return sql`(SELECT ${sql.ref(`r.${target.label}`)} FROM ${sql.table(target.table)} r WHERE r.id = ${column(name)})`;
}
