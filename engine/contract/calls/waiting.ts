/** Something on the home page that waits for the user: how much there is, and where to see it. */
export interface WaitingItem {
  readonly name: string;
  /** What waits, such as 待审核的注册. */
  readonly title: string;
  /** The name of a menu icon. */
  readonly icon: string;
  /** It is a problem, not a task. */
  readonly trouble: boolean;
  /** Never 0; `maxWaitingCount` if there are more. */
  readonly count: number;
  readonly opens: WaitingAddress;
}

/** A page, or the list of a resource with these filters (`eq`, `ge` …). */
export type WaitingAddress =
  | { readonly path: string }
  | { readonly resource: string; readonly query: readonly (readonly [string, string])[] };

/** A count stops here: nobody needs to know how many more there are. */
export const maxWaitingCount = 1000;
