import type { AnyRow } from '@back-office/contract/resource/row.ts';
import type { List } from '../lists/use-list.ts';

/** The records that a list shows, from top to bottom; of a tree those of the open nodes too. */
export function shownIds({ rows, levels, expanded }: Pick<List, 'rows' | 'levels' | 'expanded'>): string[] {
  const open = new Set(expanded);
  const idsIn = (some: readonly AnyRow[]): string[] => some.flatMap(({ id }) => [id, ...(open.has(id) ? idsIn(levels.get(id) ?? []) : [])]);
  return idsIn(rows);
}
