import type { AnyRow } from '@back-office/contract/resource/row.ts';

/** Rows as they stand below one another. */
interface Grown {
  roots: readonly AnyRow[];
  beneath: ReadonlyMap<string, readonly AnyRow[]>;
  depth: ReadonlyMap<string, number>;
}

/** Puts rows below one another by the field that names what each stands below; what stands below none of them is a root. */
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
