import { type Expression, sql } from 'kysely';

/**
 * Any of these ids, as the right side of `=`: one parameter, however many there are; an empty list matches nothing.
 * @example
 * const namesOf = (db: Kysely<Tables>, ids: readonly string[]) => db.selectFrom('sys_org').select('orgName').where('id', '=', anyOf(ids)).execute();
 */
export const anyOf = (ids: readonly string[]) => sql<string>`ANY(${ids}::uuid[])`;

/** Any of the ids that a subquery selects, as the right side of `=`: it runs once, before the rows are looked up. */
export const anyFound = (ids: Expression<{ id: string }>) => sql<string>`ANY(ARRAY${ids})`;
