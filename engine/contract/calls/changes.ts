/** How many records and ids one answer of `GET {res}/changes` has: the default of `limit`, and its maximum. */
export const changesLimits = { usual: 1000, most: 1000 } as const;

/**
 * The answer of `GET {res}/changes?since=&limit=` (docs/decisions/0080-changes-since.md): what the caller's copy lacks. A copy stores each of `items`
 * under its id, deletes each of `gone`, and calls again with `since` set to `cursor`: at once if there is `more`, otherwise whenever it wants later
 * changes.
 */
export interface ChangesAnswer<Row = Readonly<Record<string, unknown>>> {
  /** Records as `select` returns them, ordered by id. */
  readonly items: readonly Row[];
  /** Ids of records that were within the caller's reach and no longer are, because they were deleted or moved away. */
  readonly gone: readonly string[];
  readonly cursor: string;
  readonly more: boolean;
}
