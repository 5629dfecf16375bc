/** The most records of one save-each: each has its own transaction, and all are one call. */
export const eachLimit = 100;

/** The result for one record: the record as stored, or why it was refused. */
export type EachResult<Row> =
  | { readonly saved: Row; readonly refused?: never }
  | { readonly refused: { readonly code: number; readonly message: string; readonly data?: unknown }; readonly saved?: never };

/** The answer of `POST {res}/save-each` and similar calls: a result for each record, in their order (docs/decisions/0062-many-at-once.md). */
export interface EachAnswer<Row> {
  readonly results: readonly EachResult<Row>[];
}
