import { parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { type RawBuilder, sql } from 'kysely';
import { column } from './columns.ts';
import type { Context } from './context.ts';
import { selectableIn } from './selectable-in.ts';
import { seesAll, visible } from './visible.ts';

type Sql = RawBuilder<unknown>;
type Asker = Pick<Context, 'user' | 'resources'>;

/** The records of a tree: those that the person sees, or only those of them that may still be chosen. */
export interface TreeOf {
  readonly offeredOnly?: boolean;
  /** The resources that choose these records, as in `visible`. */
  readonly from?: readonly string[];
  /** Only records with this value of a reference. */
  readonly within?: { readonly field: string; readonly id: string } | undefined;
}

/** The conditions that the row `t` belongs to the tree. */
export const inTree = (asker: Asker, resource: Resource, tree: TreeOf): Sql[] => [
  visible(asker, resource, tree.from),
  ...offeredIn(resource, tree),
  ...(tree.within === undefined ? [] : [sql`${column(tree.within.field)} = ${tree.within.id}::uuid`]),
];

const offeredIn = (resource: Resource, { offeredOnly }: TreeOf): Sql[] => (offeredOnly === true ? selectableIn(resource) : []);

/**
 * The condition that the row `t` is a root of the tree that this person sees: it has no parent, or one that is hidden,
 * so that the tree begins at the highest visible records (docs/wire.md "Specific calls").
 */
export function isRoot(asker: Asker, resource: Resource, parent: string, tree: TreeOf = {}): Sql {
  if (!seesAll(asker, resource, tree.from) || tree.within !== undefined)
    return sql`NOT EXISTS (SELECT FROM ${treeRows(asker, resource, parent, tree)} p WHERE p.id = ${column(parent)})`;
  const offered = offeredIn(resource, tree);
  if (offered.length === 0) return sql`${column(parent)} IS NULL`;
  // Few records may not be chosen. As an array, they and then the records below them are found through indexes.
  const others = sql`SELECT t.id FROM ${sql.table(resource.table)} t WHERE NOT (${sql.join(offered, sql` AND `)})`;
  return sql`(${column(parent)} IS NULL OR ${column(parent)} = ANY(ARRAY(${others})))`;
}

/** SQL for whether the row `t` has records below it in the tree that this person sees. */
export function hasVisibleChildren(asker: Asker, resource: Resource, parent: string, tree: TreeOf = {}): Sql {
  return sql`EXISTS (SELECT FROM ${treeRows(asker, resource, parent, tree)} c WHERE ${sql.ref(`c.${parent}`)} = t.id)`;
}

/** The records of the tree as a subquery, in which `t` is another row. */
const treeRows = (asker: Asker, resource: Resource, parent: string, tree: TreeOf): Sql =>
  sql`(SELECT t.id, ${column(parent)} FROM ${sql.table(resource.table)} t WHERE ${sql.join(inTree(asker, resource, tree), sql` AND `)})`;

/** The condition that a reference of the row `t` names this tree record or one below it, through records that this person sees. */
export function isUnder(asker: Asker, target: Resource, name: string, id: string, from: string): Sql {
  const parent = parentFieldOf(target);
  if (parent === undefined) return sql`${column(name)} = ${id}::uuid`;
  return sql`${column(name)} IN (WITH RECURSIVE below(id) AS (
    SELECT ${id}::uuid UNION SELECT o.id FROM ${treeRows(asker, target, parent, { from: [from] })} o JOIN below b ON ${sql.ref(`o.${parent}`)} = b.id) SELECT id FROM below)`;
}
