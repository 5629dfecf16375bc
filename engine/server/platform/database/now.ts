import { sql } from 'kysely';

/** The moment at which the transaction began, by the database's clock. */
export const now = sql<string>`now()`;

/** A while before now, such as `1 day`. */
export const ago = (interval: string) => sql<string>`now() - ${interval}::interval`;

/** That many seconds before now. */
export const secondsAgo = (seconds: number) => sql<string>`now() - make_interval(secs => ${seconds})`;

/** That many seconds from now. */
export const inSeconds = (seconds: number) => sql<string>`now() + make_interval(secs => ${seconds})`;
