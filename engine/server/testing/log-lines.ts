/** In SQL, a new id with the time of another expression, as the server generates them (`newId`). */
export const idOf = (moment: string): string => `(left(id_at(${moment})::text, 14) || '7' || right(gen_random_uuid()::text, 21))::uuid`;

/** In SQL, the name of a log's partition for the month of a time. */
export const partOf = (log: string, moment: string): string => `'${log}' || to_char((${moment}) AT TIME ZONE 'UTC', '_YYYY_MM')`;

/** In SQL, a new id outside every month: a random one might by chance belong to one. */
export const oddId = `('f' || right(gen_random_uuid()::text, 35))::uuid`;
