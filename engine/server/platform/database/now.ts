import { sql } from 'kysely';

/**
 * The time at which the transaction began, by the database's clock.
 * @example
 * const lately = (db: Kysely<Tables>) => db.selectFrom('sys_org').select('id').where('createTime', '>', secondsAgo(3600)).where('createTime', '<', now).execute();
 */
export const now = sql<string>`now()`;

/** An interval before now, such as `1 day`. */
export const ago = (interval: string) => sql<string>`now() - ${interval}::interval`;

/**
 * That many seconds before `now`, for a statement.
 * @example
 * const newPeople = (db: Kysely<Tables>) => db.selectFrom('sys_user').select('userName').where('createTime', '>', secondsAgo(86_400)).execute();
 */
export const secondsAgo = (seconds: number) => sql<string>`now() - make_interval(secs => ${seconds})`;

/**
 * That many seconds after `now`, for a statement.
 * @example
 * const week = 7 * 86_400;
 * const endSoon = (db: Kysely<Tables>) => db.selectFrom('sys_msg').select('id').where('expireTime', '<', inSeconds(week)).execute();
 */
export const inSeconds = (seconds: number) => sql<string>`now() + make_interval(secs => ${seconds})`;
