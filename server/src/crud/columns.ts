import { type Field, hasChildren, labelName } from '@back-office/contract/resource/field.ts';
import { parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { type RawBuilder, sql } from 'kysely';

type ResourceOf = (name: string) => Resource;

/** A field's column of the row `t`. */
export const column = (name: string): RawBuilder<unknown> => sql`${sql.ref(`t.${name}`)}`;

/**
 * What a record shows of itself: id, version and every field but secrets, references with their labels, in a
 * tree whether it has children (wire.md,
 * "Generic calls"). Labels are scalar subqueries, so that they are looked up only for the rows that the page keeps.
 */
export function columnsOf(resource: Resource, resourceOf: ResourceOf): RawBuilder<unknown> {
  const columns = Object.entries(resource.fields).flatMap(([name, field]) => fieldColumns(resource, name, field, resourceOf));
  const parent = parentFieldOf(resource);
  const tree =
    parent === undefined
      ? []
      : [sql`EXISTS (SELECT FROM ${sql.table(resource.table)} c WHERE ${sql.ref(`c.${parent}`)} = t.id) AS ${sql.id(hasChildren)}`];
  return sql.join([column('id'), column('version'), ...columns, ...tree]);
}

function fieldColumns(resource: Resource, name: string, field: Field, resourceOf: ResourceOf): RawBuilder<unknown>[] {
  if (field.kind === 'secret') return [];
  if (field.kind === 'references') {
    const target = resourceOf(field.to);
    const pairs = (
      value: string,
    ): RawBuilder<unknown> => sql`(SELECT coalesce(array_agg(${sql.ref(value)} ORDER BY ${sql.ref(`r.${target.label}`)}, r.id), '{}')
      FROM ${sql.table(field.link)} l JOIN ${sql.table(target.table)} r ON r.id = l.target_id WHERE l.owner_id = t.id)`;
    return [sql`${pairs('r.id')} AS ${sql.id(name)}`, sql`${pairs(`r.${target.label}`)} AS ${sql.id(labelName(name))}`];
  }
  const label = labelOf(resource, name, field, resourceOf);
  return label === undefined ? [column(name)] : [column(name), sql`${label} AS ${sql.id(labelName(name))}`];
}

/** SQL of the label of a reference or parent, undefined for a field that has none. */
export function labelOf(resource: Resource, name: string, field: Field, resourceOf: ResourceOf): RawBuilder<unknown> | undefined {
  if (field.kind !== 'reference' && field.kind !== 'parent') return undefined;
  const target = field.kind === 'parent' ? resource : resourceOf(field.to);
  return sql`(SELECT ${sql.ref(`r.${target.label}`)} FROM ${sql.table(target.table)} r WHERE r.id = ${column(name)})`;
}
