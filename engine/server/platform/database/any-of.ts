import { type Expression, sql } from 'kysely';

/**
 * One of these ids, as the right side of `=`: one parameter, however many they are, and none of them is none.
 * @example
 * const namesOf = (db: Kysely<Tables>, ids: readonly string[]) => db.selectFrom('sys_org').select('orgName').where('id', '=', anyOf(ids)).execute();
 */
export const anyOf = (ids: readonly string[]) => sql<string>`ANY(${ids}::uuid[])`;

/** One of the ids that a query gives, as the right side of `=`: it is asked once, before the rows are looked for. */
export const anyFound = (ids: Expression<{ id: string }>) => sql<string>`ANY(ARRAY${ids})`;
