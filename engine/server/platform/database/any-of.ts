import { sql } from 'kysely';

/** One of these ids, as the right side of `=`: one parameter, however many they are, and none of them is none. */
export const anyOf = (ids: readonly string[]) => sql<string>`ANY(${ids}::uuid[])`;
