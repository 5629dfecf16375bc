/** What was agreed in a month: the answer of `months/amounts`. */
export interface MonthAmount {
  /** Such as 2026-03. */
  readonly month: string;
  readonly amount: number;
}
