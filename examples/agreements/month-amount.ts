/** The amounts agreed in a month: the answer of `months/amounts`. */
export interface MonthAmount {
  /** For example 2026-03. */
  readonly month: string;
  readonly amount: number;
}
