import type { AnyRow } from '@back-office/contract/resource/row.ts';
import type { List } from './use-list.ts';

/** A row with its level in the tree. */
export type ShownRow = readonly [row: AnyRow, level: number];

/** The rows that a list shows, in order; in a tree each expanded row is followed by its children. */
export function shownRows({ rows, levels, expanded }: Pick<List, 'rows' | 'levels' | 'expanded'>): ShownRow[] {
  const open = new Set(expanded);
  const beneath = (some: readonly AnyRow[], level: number): ShownRow[] =>
    some.flatMap((row): ShownRow[] => [[row, level], ...(open.has(row.id) ? beneath(levels.get(row.id) ?? [], level + 1) : [])]);
  return beneath(rows, 0);
}
