/**
 * The items, so many a time as one statement is given of tens of thousands: with all of them it would outlast the time that a statement
 * has (`limitMs`) where the database is busy, and keep the process from everybody else while its rows are read.
 */
export const portionsOf = <Item>(items: readonly Item[], size = 1000): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_portion, at) => items.slice(at * size, (at + 1) * size));
