/** One refused value, with the message for the person (docs/wire.md 40000). */
export interface Issue {
  field: string;
  message: string;
}
