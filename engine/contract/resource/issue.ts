/** One refused value, in the words that the person reads (docs/wire.md 40000). */
export interface Issue {
  field: string;
  message: string;
}
