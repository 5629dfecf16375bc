/** In SQL, a new id of a log line with the time of another expression: the id decides the month's partition. */
export const idAt = (moment: string): string => `(left(id_at(${moment})::text, 14) || '7' || right(gen_random_uuid()::text, 21))::uuid`;
