/**
 * The cycles of a directed graph, each as the names of its nodes: its strongly connected components with more than one
 * node (Tarjan 1972). An edge to itself does not count.
 */
export function cyclesOf(edges: Iterable<readonly [from: string, to: string]>): string[][] {
  const next = new Map<string, Set<string>>();
  for (const [from, to] of edges) {
    next.set(from, (next.get(from) ?? new Set()).add(to));
    if (!next.has(to)) next.set(to, new Set());
  }
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];

  const lowest = (name: string, other: number): void => void low.set(name, Math.min(low.get(name) ?? other, other));
  const visit = (name: string): void => {
    index.set(name, index.size);
    lowest(name, index.size - 1);
    stack.push(name);
    for (const to of next.get(name) ?? []) {
      const seen = index.get(to);
      if (seen === undefined) visit(to);
      if (seen === undefined) lowest(name, low.get(to) ?? 0);
      else if (stack.includes(to)) lowest(name, seen);
    }
    if (low.get(name) !== index.get(name)) return;
    const cycle = stack.splice(stack.indexOf(name));
    if (cycle.length > 1) cycles.push(cycle.toSorted());
  };
  for (const name of next.keys()) if (!index.has(name)) visit(name);
  return cycles;
}
