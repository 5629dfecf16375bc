/** A change to a company's sources that a version of ours requires (docs/decisions/0054-packages.md). */
export interface Codemod {
  /** The version that requires it. */
  readonly version: string;
  /** Its effect, for the report of an upgrade. */
  readonly title: string;
  /** Returns the new text of a file, or the same text if it does not apply; running it again changes nothing. */
  readonly rewrite: (text: string, file: string) => string;
}
