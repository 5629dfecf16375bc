import { sql } from 'kysely';

/**
 * The moment at which the transaction began, by the database's clock.
 * @example
 * const lately = (db: Kysely<Tables>) => db.selectFrom('sys_org').select('id').where('createTime', '>', secondsAgo(3600)).where('createTime', '<', now).execute();
 */
export const now = sql<string>`now()`;

/** A while before now, such as `1 day`. */
export const ago = (interval: string) => sql<string>`now() - ${interval}::interval`;

/** That many seconds before now. */
export const secondsAgo = (seconds: number) => sql<string>`now() - make_interval(secs => ${seconds})`;

/** That many seconds from now. */
export const inSeconds = (seconds: number) => sql<string>`now() + make_interval(secs => ${seconds})`;
