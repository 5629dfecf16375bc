import type { PageAnswer } from './page.ts';

/** The most matches that a search shows in their place in the tree; for more it returns an ordinary page. */
export const pathsLimit = 200;
/** The most nodes that are opened at once. */
export const levelsLimit = 2000;

/**
 * The answer of `GET {res}/select-paths`: the matches of a search in a tree and all their ancestors, in the order of the list; `found` are the ids of
 * the matches. Without `found` it is a page as of select-page: there were more matches than a tree shows.
 */
export interface PathsAnswer<Row> extends PageAnswer<Row> {
  readonly found?: readonly string[];
}

/** The answer of `GET {res}/select-levels?depth=`: a page of a tree's roots and their descendants, down to the last level that is complete. */
export interface LevelsAnswer<Row> {
  readonly items: readonly Row[];
  readonly depth: number;
  /** There are more records below. */
  readonly more: boolean;
}
