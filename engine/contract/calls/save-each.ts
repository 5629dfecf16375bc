/** Most records of one save-each: each is a transaction of its own, and all of them one call. */
export const eachLimit = 100;

/** What became of one of the records: as it is stored now, or why it is as it was. */
export type EachResult<Row> =
  | { readonly saved: Row; readonly refused?: never }
  | { readonly refused: { readonly code: number; readonly message: string; readonly data?: unknown }; readonly saved?: never };

/**
 * The answer of `POST {res}/save-each`, and of others like it: a result for each record, in their order
 * (docs/decisions/0062-many-at-once.md).
 */
export interface EachAnswer<Row> {
  readonly results: readonly EachResult<Row>[];
}
