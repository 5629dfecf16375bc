/** Records and ids of one answer of `GET {res}/changes`: as many as are asked for by `limit`, and of what is most. */
export const changesLimits = { usual: 1000, most: 1000 } as const;

/**
 * The answer of `GET {res}/changes?since=&limit=` (docs/decisions/0080-changes-since.md): what the caller's copy lacks. A copy puts each of
 * `items` in the place of what it holds under that id, takes out each of `gone`, and asks again with `since` set to `cursor`: at
 * once where there is `more`, else when it wants to know of later changes.
 */
export interface ChangesAnswer<Row = Readonly<Record<string, unknown>>> {
  /** Records as `select` gives them, by their ids. */
  readonly items: readonly Row[];
  /** Ids of what was within reach of the caller and is so no longer, be it deleted or moved away. */
  readonly gone: readonly string[];
  readonly cursor: string;
  readonly more: boolean;
}
