/** A change of a company's sources that a version of ours asks for (docs/decisions/0054-packages.md). */
export interface Codemod {
  /** The version that brings what it is needed for. */
  readonly version: string;
  /** What it does, as the report of an upgrade says it. */
  readonly title: string;
  /** Gives the new text of a file, or the same where nothing in it is meant; what it has written it leaves alone. */
  readonly rewrite: (text: string, file: string) => string;
}
