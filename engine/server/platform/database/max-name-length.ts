/** Longest name that PostgreSQL keeps, in characters. */
export const maxNameLength = 63;
