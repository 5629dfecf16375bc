import type { AnyRow } from '@back-office/contract/resource/row.ts';

/** Rows arranged as a forest. */
interface Grown {
  roots: readonly AnyRow[];
  beneath: ReadonlyMap<string, readonly AnyRow[]>;
  depth: ReadonlyMap<string, number>;
}

/** Arranges rows as a forest by their parent field; a row whose parent is not among them is a root. */
export function growForest(items: readonly AnyRow[], parent: string): Grown {
  const known = new Set(items.map(({ id }) => id));
  const aboveOf = (row: AnyRow): string => {
    const id = row[parent];
    return typeof id === 'string' && known.has(id) ? id : '';
  };
  const groups = Map.groupBy(items, aboveOf);
  const roots = groups.get('') ?? [];
  const depth = new Map<string, number>();
  for (let level = roots, at = 1; level.length > 0; at++) {
    for (const { id } of level) depth.set(id, at);
    level = level.flatMap(({ id }) => groups.get(id) ?? []);
  }
  groups.delete('');
  return { roots, beneath: groups, depth };
}
