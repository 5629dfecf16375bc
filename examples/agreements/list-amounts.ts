/** What the agreements that a list shows come to: the answer of `agreement/amounts`. */
export interface ListAmounts {
  readonly amount: number;
  /** Of these, of those in force. */
  readonly live: number;
}
