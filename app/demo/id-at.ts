/** In SQL, a new id of a line that was written at the moment that another expression gives: by their ids lines lie in their months. */
export const idAt = (moment: string): string => `(left(id_at(${moment})::text, 14) || '7' || right(gen_random_uuid()::text, 21))::uuid`;
