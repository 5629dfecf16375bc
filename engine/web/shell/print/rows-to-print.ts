import { readPage } from '../../crud/fields/read-page.ts';
import { listQuery } from '../../crud/lists/list-state.ts';
import { type ShownRow, shownRows } from '../../crud/lists/shown-rows.ts';
import type { List } from '../../crud/lists/use-list.ts';
import { readWholeTree, flattenTree } from '../../crud/lists/whole-tree.ts';
import type { Choice } from './counts-of.ts';

/** Maximum number of printed rows: nobody reads more on paper, and the browser would freeze meanwhile. */
export const maxPrintedRows = 1000;

/** The rows of a choice in the list's order; those of `all` are fetched. Rejects with a message for the person. */
export async function rowsToPrint(list: List, choice: Choice): Promise<readonly ShownRow[]> {
  const { kind, page, resource, selected, state } = list;
  if (choice === 'shown') return shownRows(list);
  if (choice === 'ticked') return selected.map((row) => [row, 0]);
  if (kind === 'found') return flattenTree(resource, page.data?.items ?? []);
  if (kind === 'roots') return readWholeTree(resource, state, maxPrintedRows);
  return (await readPage(resource.name, listQuery({ ...state, index: 0, limit: maxPrintedRows }))).items.map((row) => [row, 0]);
}
