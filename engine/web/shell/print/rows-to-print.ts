import { readPage } from '../../crud/fields/read-page.ts';
import { listQuery } from '../../crud/lists/list-state.ts';
import { type ShownRow, shownRows } from '../../crud/lists/shown-rows.ts';
import type { List } from '../../crud/lists/use-list.ts';
import { readWholeTree, unfolded } from '../../crud/lists/whole-tree.ts';

/** Rows that are printed at most: more is no paper that anybody reads, and the browser would stand still meanwhile. */
export const mostPrinted = 1000;

/** Which rows of a list: those that it shows, those that are ticked, and all that its filters find. */
export type Choice = 'shown' | 'ticked' | 'all';

/** How many rows each choice has; undefined where the list does not offer it. */
export function countsOf(list: List): Record<Choice, number | undefined> {
  const shown = shownRows(list).length;
  const all = countAll(list) ?? 0;
  return { shown, ticked: list.selected.length > 0 ? list.selected.length : undefined, all: all > shown ? all : undefined };
}

/** Of a tree all that stands in it; of what a search found there, that with what stands above it. */
function countAll({ kind, page: { data }, all, narrowed }: List): number | undefined {
  if (kind === undefined) return data?.total;
  if (kind === 'found') return data?.items.length;
  return narrowed ? undefined : all;
}

/** The rows of a choice in the order of the list; those of `all` are read. Rejects with words for the person. */
export async function rowsToPrint(list: List, choice: Choice): Promise<readonly ShownRow[]> {
  const { kind, page, resource, selected, state } = list;
  if (choice === 'shown') return shownRows(list);
  if (choice === 'ticked') return selected.map((row) => [row, 0]);
  if (kind === 'found') return unfolded(resource, page.data?.items ?? []);
  if (kind === 'roots') return readWholeTree(resource, state, mostPrinted);
  return (await readPage(resource.name, listQuery({ ...state, index: 0, limit: mostPrinted }))).items.map((row) => [row, 0]);
}
