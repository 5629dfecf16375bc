/** The most queries of one select-counts. */
export const countsLimit = 31;

/**
 * The answer of `GET {res}/select-counts?of=…&of=…`: how many records each query of a list finds, in their order; null where counting would cost more
 * than a page may (docs/decisions/0063-views-and-trees.md).
 */
export interface CountsAnswer {
  readonly counts: readonly (number | null)[];
}
