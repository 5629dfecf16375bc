import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../crud/context.ts';
import { seesAll, visible } from '../crud/visible.ts';
import { scopeOf } from '../identity/rights/data-scope.ts';
import { reached, reachOf } from '../identity/rights/reach.ts';
import type { Row } from '../platform/database/tables.ts';
import { fresh } from './fresh.ts';

/** Between what a copy holds and what it is to hold. */
export interface Span {
  readonly base: string;
  readonly upto: string;
}

/** What of a table changed in a span: how others show it, where it belongs, or anything at all. */
interface Source extends Readonly<Row<'sys_change', 'source'>> {
  readonly isRenamed: boolean;
  readonly isMoved: boolean;
}

/** A record that a copy lacks or holds too long. */
export interface Told {
  readonly id: string;
  readonly isVisible: boolean;
}

/** The tables by which a record of the resource may come to show something else: its own, and those that it names others of. */
export function sourcesOf({ resourceOf }: Pick<Context, 'resourceOf'>, resource: Resource): string[] {
  const others = Object.values(resource.fields).flatMap((field) =>
    field.kind === 'reference' || field.kind === 'references' ? [resourceOf(field.to).table] : [],
  );
  return [...new Set([resource.table, ...others])];
}

/** Which of these tables changed in the span: of a call that finds nothing new this is all that is asked. */
export async function changedSources({ db }: Context, sources: readonly string[], { base, upto }: Span): Promise<Source[]> {
  const { rows } = await sql<Source>`
    SELECT source, bool_or(is_renamed) AS is_renamed, bool_or(is_moved) AS is_moved FROM sys_change c
    WHERE source = ANY(${sources}::text[]) AND ${fresh('c', base, upto)} GROUP BY source`.execute(db);
  return rows;
}

/**
 * The records that changed in the span, by id, beginning after one: those that the caller sees now, and those that were within
 * their reach before a change and are not seen any more. Of others nothing is said, not even that there are some.
 */
export async function changedIds(
  context: Context,
  resource: Resource,
  sources: readonly Source[],
  { base, upto, after, most }: Span & { readonly after: string | undefined; readonly most: number },
): Promise<Told[]> {
  const parts = changedParts(context, resource, sources, { base, upto });
  if (parts.length === 0) return [];
  const { rows } = await sql<Told>`
    SELECT id, is_visible FROM (
      SELECT c.id, bool_or(c.was_reached) AS was_reached,
        EXISTS (SELECT FROM ${sql.table(resource.table)} t WHERE t.id = c.id AND ${visible(context, resource)}) AS is_visible
      FROM (${sql.join(parts, sql` UNION ALL `)}) AS c(id, was_reached)
      WHERE ${after === undefined ? sql`true` : sql`c.id > ${after}::uuid`} GROUP BY c.id
    ) found WHERE is_visible OR was_reached ORDER BY id LIMIT ${most}`.execute(context.db);
  return rows;
}

/** A SELECT of id and whether it was reached, for each way in which a record may have changed. */
function changedParts(context: Context, resource: Resource, sources: readonly Source[], span: Span): RawBuilder<unknown>[] {
  const { table, fields } = resource;
  const among = (name: string, what: 'isRenamed' | 'isMoved'): boolean => sources.some((one) => one.source === name && one[what]);
  const lines = (source: string, what: 'isRenamed' | 'isMoved') =>
    sql`(SELECT c.id FROM sys_change c WHERE c.source = ${source} AND c.${sql.id(what)} AND ${fresh('c', span.base, span.upto)})`;
  const own = sources.some(({ source }) => source === table)
    ? [
        sql`SELECT t.id, ${wasReached(context, resource, span)} FROM sys_change t
          WHERE t.source = ${table} AND ${fresh('t', span.base, span.upto)}`,
      ]
    : [];
  const labels = Object.entries(fields).flatMap(([name, field]) => {
    if (field.kind === 'parent' && among(table, 'isRenamed'))
      return [sql`SELECT t.id, false FROM ${sql.table(table)} t WHERE ${sql.ref(`t.${name}`)} IN ${lines(table, 'isRenamed')}`];
    if (field.kind !== 'reference' && field.kind !== 'references') return [];
    const to = context.resourceOf(field.to).table;
    if (!among(to, 'isRenamed')) return [];
    if (field.kind === 'references')
      return [sql`SELECT l.owner_id, false FROM ${sql.table(field.link)} l WHERE l.target_id IN ${lines(to, 'isRenamed')}`];
    return [sql`SELECT t.id, false FROM ${sql.table(table)} t WHERE ${sql.ref(`t.${name}`)} IN ${lines(to, 'isRenamed')}`];
  });
  return [...own, ...labels, ...movedWithPeople(context, resource, sources, span)];
}

/** Whether a line's record lay within the caller's reach before; of one that was made, or had other pairs, a line says no place. */
function wasReached(context: Context, resource: Resource, span: Span): RawBuilder<unknown> {
  const { user } = context;
  const { scope, name } = resource;
  if (scope === undefined || seesAll(context, resource)) return sql`true`;
  const tie = {
    ...(scope.org === undefined ? {} : { org: 'scopeOrg' }),
    ...(scope.person === undefined ? {} : { person: 'scopePerson' }),
  };
  const held = reached(tie, scopeOf(user, name), user.userId);
  return scope.org === undefined ? sql`(${held} OR t.scope_person IN (${movedPeople(context, resource, span)}))` : held;
}

/** Where a record lies where its person does, the records of people who moved. */
function movedWithPeople(context: Context, resource: Resource, sources: readonly Source[], span: Span): RawBuilder<unknown>[] {
  const { scope, table } = resource;
  const person = isByPerson(context, resource) ? scope?.person : undefined;
  if (person === undefined || !sources.some(({ source, isMoved }) => source === 'sys_user' && isMoved)) return [];
  return [
    sql`SELECT t.id, ${sql.ref(`t.${person}`)} IN (${movedPeople(context, resource, span)}) FROM ${sql.table(table)} t
      WHERE ${sql.ref(`t.${person}`)} IN (SELECT c.id FROM sys_change c WHERE c.source = 'sys_user' AND c.is_moved
        AND ${fresh('c', span.base, span.upto)})`,
  ];
}

const movedPeople = ({ user }: Context, { name }: Resource, { base, upto }: Span): RawBuilder<unknown> =>
  sql`SELECT c.id FROM sys_change c WHERE c.source = 'sys_user' AND c.is_moved AND ${fresh('c', base, upto)}
    AND c.scope_org IN (${reachOf(user, name).orgs})`;

/** Whether the caller reaches records of the resource by the organisation of a person that they name. */
const isByPerson = (context: Context, resource: Resource): boolean =>
  resource.scope?.person !== undefined && resource.scope.org === undefined && !seesAll(context, resource);
