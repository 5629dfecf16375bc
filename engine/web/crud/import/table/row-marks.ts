import type { RowIssues } from './row-checker.ts';

/** The state of a table's rows, by row id: their issues, and whether the server has their current values. */
export class RowMarks {
  readonly #own = new Map<number, RowIssues>();
  readonly #told = new Map<number, RowIssues>();
  /** Rows whose current values the server has. Stored this way round because rows just read in, the many, are not among them. */
  readonly #sent = new Set<number>();
  /** Rows that were deleted after they were sent to the server. */
  readonly #gone = new Set<number>();

  /** Records the issues of a new or changed row, and drops what the server said of its old values. */
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

  /** The issues of a row: its own first, then the server's. */
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

  /** Records the server's issues for the rows from `from` to `to`; a row changed since waits for its next check. */
  tell(from: number, to: number, told: ReadonlyMap<number, RowIssues>): void {
    for (const id of this.#told.keys()) if (id >= from && id <= to) this.#told.delete(id);
    for (const [id, issues] of told) if (this.#sent.has(id)) this.#told.set(id, issues);
  }

  /** The number of rows, out of `rows` plus the deleted ones, that the server does not know yet. */
  unsentOf(rows: number): number {
    return rows - this.#sent.size + this.#gone.size;
  }

  isUnsent(id: number): boolean {
    return !this.#sent.has(id);
  }

  /** Ids of deleted rows that the server has yet to be told of, at most this many. */
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
