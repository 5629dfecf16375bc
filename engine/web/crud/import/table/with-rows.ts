/** Inserts items into a list, each at its index in the result. */
export function withRows<Row>(rows: readonly Row[], places: ReadonlyMap<Row, number>): Row[] {
  const result: Row[] = [];
  let taken = 0;
  for (const [row, at] of [...places].sort(([, one], [, other]) => one - other)) {
    while (result.length < at && taken < rows.length) result.push(rows[taken++] as Row);
    result.push(row);
  }
  return [...result, ...rows.slice(taken)];
}
