import type { PageAnswer } from './page.ts';

/** Most records that a search shows in their places in the tree; of more it gives a page as of any list. */
export const pathsLimit = 200;
/** Most nodes that are opened at once. */
export const levelsLimit = 2000;

/**
 * The answer of `GET {res}/select-paths`: what a search in a tree finds, with all that stands above it, in the order of the list;
 * `found` says which is which. Without `found` it is a page as of select-page: there was more than a tree shows.
 */
export interface PathsAnswer<Row> extends PageAnswer<Row> {
  readonly found?: readonly string[];
}

/** The answer of `GET {res}/select-levels?depth=`: the nodes of a page of a tree and those below, down to the level that is given whole. */
export interface LevelsAnswer<Row> {
  readonly items: readonly Row[];
  readonly depth: number;
  /** There is more below. */
  readonly more: boolean;
}
