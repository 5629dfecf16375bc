import { type Field, hasChildren, labelName } from '@back-office/contract/resource/field.ts';
import { parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { type RawBuilder, sql } from 'kysely';
import { column, labelOf } from './columns.ts';
import type { Context } from './context.ts';
import { hasVisibleChildren } from './tree.ts';

type ResourceOf = Context['resourceOf'];
type Asker = Pick<Context, 'user' | 'resources' | 'resourceOf'>;

/**
 * The columns that a record shows: id, version and every field but secrets; references with their labels; in a tree, whether this person sees any
 * record below it (docs/wire.md "Generic calls"). Labels are scalar subqueries, so that they are looked up only for the rows of the page.
 */
export function columnsOf(context: Asker, resource: Resource): RawBuilder<unknown> {
  const columns = Object.entries(resource.fields).flatMap(([name, field]) => fieldColumns(resource, name, field, context.resourceOf));
  const parent = parentFieldOf(resource);
  const tree = parent === undefined ? [] : [sql`${hasVisibleChildren(context, resource, parent)} AS ${sql.id(hasChildren)}`];
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
