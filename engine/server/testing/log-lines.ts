/** In SQL, a new id of the moment that another expression gives, as the server makes them (`newId`). */
export const idOf = (moment: string): string => `(left(id_at(${moment})::text, 14) || '7' || right(gen_random_uuid()::text, 21))::uuid`;

/** In SQL, the name of the part of a log that holds the month of a moment. */
export const partOf = (log: string, moment: string): string => `'${log}' || to_char((${moment}) AT TIME ZONE 'UTC', '_YYYY_MM')`;

/** In SQL, a new id that is of no month: one that is made up at random may by chance lie in one. */
export const oddId = `('f' || right(gen_random_uuid()::text, 35))::uuid`;
