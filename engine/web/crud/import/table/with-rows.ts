/** Inserts items into a list, each at its index in the result. */
export function withRows<Row>(rows: readonly Row[], places: ReadonlyMap<Row, number>): Row[] {
  const made: Row[] = [];
  let taken = 0;
  for (const [row, at] of [...places].sort(([, one], [, other]) => one - other)) {
    while (made.length < at && taken < rows.length) made.push(rows[taken++] as Row);
    made.push(row);
  }
  return [...made, ...rows.slice(taken)];
}
