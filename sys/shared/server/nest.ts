/** A row with its children under the given name. */
type Nested<Row, Name extends string> = Row & { [Children in Name]: Nested<Row, Name>[] };

/**
 * Rows nested under their parents by the given name, in the rows' order. A row whose parent is not among them is a
 * root, so that a tree restricted to what someone may see loses no row.
 */
export function nest<Row extends { id: string; parentId: string | null }, Name extends string>(
  rows: readonly Row[],
  name: Name,
): Nested<Row, Name>[] {
  type Node = Nested<Row, Name>;
  const nodes = new Map(rows.map((row) => [row.id, { ...row, [name]: [] } as unknown as Node]));
  const roots: Node[] = [];
  for (const node of nodes.values()) {
    const parent = node.parentId === null ? undefined : nodes.get(node.parentId);
    (parent === undefined ? roots : parent[name]).push(node);
  }
  return roots;
}
