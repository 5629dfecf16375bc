/** Something that waits for somebody, as the first page shows it: how much, and where it is seen. */
export interface WaitingItem {
  readonly name: string;
  /** What waits, such as 待审核的注册. */
  readonly title: string;
  /** A name of the menu's icons. */
  readonly icon: string;
  /** Something is wrong, rather than to be done. */
  readonly trouble: boolean;
  /** Never 0, and `waitingMost` where there are more. */
  readonly count: number;
  readonly opens: WaitingAddress;
}

/** A page, or the list of a resource as its filters (`eq`, `ge` …) show it. */
export type WaitingAddress =
  | { readonly path: string }
  | { readonly resource: string; readonly query: readonly (readonly [string, string])[] };

/** Nobody needs to know how many more there are: a count stops here. */
export const waitingMost = 1000;
