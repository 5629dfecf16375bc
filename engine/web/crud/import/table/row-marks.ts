import type { RowIssues } from './row-checker.ts';

/** What is known of the rows of a table, by their numbers: their issues, and what the server has not seen of them. */
export class RowMarks {
  readonly #own = new Map<number, RowIssues>();
  readonly #told = new Map<number, RowIssues>();
  /** Rows that the server has seen as they are: none of those that are read in, which are many. */
  readonly #sent = new Set<number>();
  /** Rows that were deleted after they were sent to the server. */
  readonly #gone = new Set<number>();

  /** A row is new or has changed: what it is checked to be now, and nothing that the server said of it before. */
  changed(id: number, issues: RowIssues | undefined): void {
    if (issues === undefined) this.#own.delete(id);
    else this.#own.set(id, issues);
    this.#told.delete(id);
    this.#gone.delete(id);
    this.#sent.delete(id);
  }

  removed(id: number): void {
    this.#own.delete(id);
    this.#told.delete(id);
    if (this.#sent.delete(id)) this.#gone.add(id);
  }

  /** What is wrong with a row: by its own cells first, then by what the server said. */
  issuesOf(id: number): RowIssues | undefined {
    const [own, told] = [this.#own.get(id), this.#told.get(id)];
    return own === undefined || told === undefined ? (own ?? told) : own.map((message, at) => message ?? told[at]);
  }

  get anyInvalid(): boolean {
    return this.#own.size + this.#told.size > 0;
  }

  isInvalid(id: number): boolean {
    return this.#own.has(id) || this.#told.has(id);
  }

  /** Remembers what the server said of the rows numbered from `from` to `to`; a row changed since waits for its next check. */
  tell(from: number, to: number, told: ReadonlyMap<number, RowIssues>): void {
    for (const id of this.#told.keys()) if (id >= from && id <= to) this.#told.delete(id);
    for (const [id, issues] of told) if (this.#sent.has(id)) this.#told.set(id, issues);
  }

  /** How many of so many rows the server has not seen, and deleted ones. */
  unsentOf(rows: number): number {
    return rows - this.#sent.size + this.#gone.size;
  }

  isUnsent(id: number): boolean {
    return !this.#sent.has(id);
  }

  /** Numbers of deleted rows that are still to be sent to the server, at most this many. */
  gone(most: number): number[] {
    return [...this.#gone].slice(0, most);
  }

  sent(id: number): void {
    if (!this.#gone.delete(id)) this.#sent.add(id);
  }

  notSent(id: number, here: boolean): void {
    this.#sent.delete(id);
    if (!here) this.#gone.add(id);
  }
}
