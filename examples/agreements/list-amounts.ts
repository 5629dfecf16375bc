/** The totals of the agreements in a list: the answer of `agreement/amounts`. */
export interface ListAmounts {
  readonly amount: number;
  /** The part of the amount that belongs to agreements in force. */
  readonly live: number;
}
