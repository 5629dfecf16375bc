import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../crud/context.ts';
import { seesAll, visible } from '../crud/visible.ts';
import { scopeOf } from '../identity/rights/data-scope.ts';
import { reached, reachOf } from '../identity/rights/reach.ts';
import type { Row } from '../platform/database/tables.ts';
import { fresh } from './fresh.ts';

/** The span between the snapshot that a copy holds and the one it should reach. */
export interface Span {
  readonly base: string;
  readonly upto: string;
}

/** What changed in a table within a span: labels shown by others (`isRenamed`), places that decide data scopes (`isMoved`), or anything else. */
interface Source extends Readonly<Row<'sys_change', 'source'>> {
  readonly isRenamed: boolean;
  readonly isMoved: boolean;
}

/** A record to report: the copy lacks it, or must drop it. */
export interface ReportedRecord {
  readonly id: string;
  readonly isVisible: boolean;
}

/** The tables on which a resource's records depend: its own, and those that its references name. */
export function sourcesOf({ resourceOf }: Pick<Context, 'resourceOf'>, resource: Resource): string[] {
  const others = Object.values(resource.fields).flatMap((field) =>
    field.kind === 'reference' || field.kind === 'references' ? [resourceOf(field.to).table] : [],
  );
  return [...new Set([resource.table, ...others])];
}

/** The tables among these that changed in the span; a call without news runs only this query. */
export async function changedSources({ db }: Context, sources: readonly string[], { base, upto }: Span): Promise<Source[]> {
  const { rows } = await sql<Source>`
    SELECT source, bool_or(is_renamed) AS is_renamed, bool_or(is_moved) AS is_moved FROM sys_change c
    WHERE source = ANY(${sources}::text[]) AND ${fresh('c', base, upto)} GROUP BY source`.execute(db);
  return rows;
}

/**
 * The records that changed in the span, ordered by id, after `after`: those that the caller sees now, and those that were within their reach before a
 * change and no longer are. Nothing is disclosed about other records, not even that there are any.
 */
export async function changedIds(
  context: Context,
  resource: Resource,
  sources: readonly Source[],
  { base, upto, after, most }: Span & { readonly after: string | undefined; readonly most: number },
): Promise<ReportedRecord[]> {
  const parts = changedParts(context, resource, sources, { base, upto });
  if (parts.length === 0) return [];
  const { rows } = await sql<ReportedRecord>`
    SELECT id, is_visible FROM (
      SELECT c.id, bool_or(c.was_reached) AS was_reached,
        EXISTS (SELECT FROM ${sql.table(resource.table)} t WHERE t.id = c.id AND ${visible(context, resource)}) AS is_visible
      FROM (${sql.join(parts, sql` UNION ALL `)}) AS c(id, was_reached)
      WHERE ${after === undefined ? sql`true` : sql`c.id > ${after}::uuid`} GROUP BY c.id
    ) found WHERE is_visible OR was_reached ORDER BY id LIMIT ${most}`.execute(context.db);
  return rows;
}

/** One SELECT of the id and whether it was reached, for each way in which a record may have changed. */
function changedParts(context: Context, resource: Resource, sources: readonly Source[], span: Span): RawBuilder<unknown>[] {
  const { table, fields } = resource;
  const hasChanged = (name: string, what: 'isRenamed' | 'isMoved'): boolean => sources.some((one) => one.source === name && one[what]);
  const lines = (source: string, what: 'isRenamed' | 'isMoved') =>
    sql`(SELECT c.id FROM sys_change c WHERE c.source = ${source} AND c.${sql.id(what)} AND ${fresh('c', span.base, span.upto)})`;
  const own = sources.some(({ source }) => source === table)
    ? [
        sql`SELECT t.id, ${wasReached(context, resource, span)} FROM sys_change t
          WHERE t.source = ${table} AND ${fresh('t', span.base, span.upto)}`,
      ]
    : [];
  const labels = Object.entries(fields).flatMap(([name, field]) => {
    if (field.kind === 'parent' && hasChanged(table, 'isRenamed'))
      return [sql`SELECT t.id, false FROM ${sql.table(table)} t WHERE ${sql.ref(`t.${name}`)} IN ${lines(table, 'isRenamed')}`];
    if (field.kind !== 'reference' && field.kind !== 'references') return [];
    const to = context.resourceOf(field.to).table;
    if (!hasChanged(to, 'isRenamed')) return [];
    if (field.kind === 'references')
      return [sql`SELECT l.owner_id, false FROM ${sql.table(field.link)} l WHERE l.target_id IN ${lines(to, 'isRenamed')}`];
    return [sql`SELECT t.id, false FROM ${sql.table(table)} t WHERE ${sql.ref(`t.${name}`)} IN ${lines(to, 'isRenamed')}`];
  });
  return [...own, ...labels, ...movedWithPeople(context, resource, sources, span)];
}

/** Whether the record of a change was within the caller's reach before; changes of new records or of links have no place. */
function wasReached(context: Context, resource: Resource, span: Span): RawBuilder<unknown> {
  const { user } = context;
  const { scope, name } = resource;
  if (scope === undefined || seesAll(context, resource)) return sql`true`;
  const scopeColumns = {
    ...(scope.org === undefined ? {} : { org: 'scopeOrg' }),
    ...(scope.person === undefined ? {} : { person: 'scopePerson' }),
  };
  const inScope = reached(scopeColumns, scopeOf(user, name), user.userId);
  return scope.org === undefined ? sql`(${inScope} OR t.scope_person IN (${movedPeople(context, resource, span)}))` : inScope;
}

/** Where a record's scope follows its person, the records of people who moved. */
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

/** Whether the caller reaches records of the resource through the organisation of the person whom they name. */
const isByPerson = (context: Context, resource: Resource): boolean =>
  resource.scope?.person !== undefined && resource.scope.org === undefined && !seesAll(context, resource);
