import type { RowIssues } from './row-checker.ts';

/** What is known of the rows of a table, by their numbers: their issues, and what the server has not seen of them. */
export class RowMarks {
  readonly #own = new Map<number, RowIssues>();
  readonly #told = new Map<number, RowIssues>();
  readonly #unsent = new Set<number>();
  /** Rows that were deleted after they were sent to the server. */
  readonly #gone = new Set<number>();

  /** A row is new or has changed: what it is checked to be now, and nothing that the server said of it before. */
  changed(id: number, issues: RowIssues | undefined): void {
    if (issues !== undefined) this.#own.set(id, issues);
    // Most rows are new, and nothing was said of any yet.
    else if (this.#own.size > 0) this.#own.delete(id);
    if (this.#told.size > 0) this.#told.delete(id);
    if (this.#gone.size > 0) this.#gone.delete(id);
    this.#unsent.add(id);
  }

  removed(id: number): void {
    this.#own.delete(id);
    this.#told.delete(id);
    if (!this.#unsent.delete(id)) this.#gone.add(id);
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
    for (const [id, issues] of told) if (!this.#unsent.has(id)) this.#told.set(id, issues);
  }

  get unsent(): number {
    return this.#unsent.size + this.#gone.size;
  }

  isUnsent(id: number): boolean {
    return this.#unsent.has(id);
  }

  /** Numbers of deleted rows that are still to be sent to the server, at most this many. */
  gone(most: number): number[] {
    return [...this.#gone].slice(0, most);
  }

  sent(id: number): void {
    this.#unsent.delete(id);
    this.#gone.delete(id);
  }

  notSent(id: number, here: boolean): void {
    (here ? this.#unsent : this.#gone).add(id);
  }
}
