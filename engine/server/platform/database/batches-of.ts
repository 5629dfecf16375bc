/**
 * Splits items into portions, each for one statement, where there may be tens of thousands: with all of them, a statement would exceed
 * its time limit (`statementTimeoutMs`) on a busy database, and block the process for everybody else while its rows are parsed.
 */
export const batchesOf = <Item>(items: readonly Item[], size = 1000): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_portion, at) => items.slice(at * size, (at + 1) * size));
