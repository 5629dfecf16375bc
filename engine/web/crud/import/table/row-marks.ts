import type { RowIssues } from './row-checker.ts';

/** The state of a table's rows, by row id: their issues, and whether the server has their current values. */
export class RowMarks {
  readonly #localIssues = new Map<number, RowIssues>();
  readonly #serverIssues = new Map<number, RowIssues>();
  /** Rows whose current values the server has. Stored this way round because rows just read in, the many, are not among them. */
  readonly #sent = new Set<number>();
  /** Rows that the server may have, with whichever values. */
  readonly #staged = new Set<number>();
  /** Deleted rows among these that the server has yet to be told of. */
  readonly #unsentDeletions = new Set<number>();

  /** Records the issues of a new or changed row, and drops what the server said of its old values. */
  changed(id: number, issues: RowIssues | undefined): void {
    if (issues === undefined) this.#localIssues.delete(id);
    else this.#localIssues.set(id, issues);
    this.#serverIssues.delete(id);
    this.#unsentDeletions.delete(id);
    this.#sent.delete(id);
  }

  removed(id: number): void {
    this.#localIssues.delete(id);
    this.#serverIssues.delete(id);
    this.#sent.delete(id);
    if (this.#staged.has(id)) this.#unsentDeletions.add(id);
  }

  /** The issues of a row: its own first, then the server's. */
  issuesOf(id: number): RowIssues | undefined {
    const [local, server] = [this.#localIssues.get(id), this.#serverIssues.get(id)];
    return local === undefined || server === undefined ? (local ?? server) : local.map((message, at) => message ?? server[at]);
  }

  get anyInvalid(): boolean {
    return this.#localIssues.size + this.#serverIssues.size > 0;
  }

  isInvalid(id: number): boolean {
    return this.#localIssues.has(id) || this.#serverIssues.has(id);
  }

  /** Replaces the issues of the rows from `from` to `to` by the server's, which alone decides; a row changed since waits for its next check. */
  tell(from: number, to: number, serverIssues: ReadonlyMap<number, RowIssues>): void {
    for (const issues of [this.#localIssues, this.#serverIssues])
      for (const id of issues.keys()) if (id >= from && id <= to && this.#sent.has(id)) issues.delete(id);
    for (const [id, issues] of serverIssues) if (this.#sent.has(id)) this.#serverIssues.set(id, issues);
  }

  /** The number of rows, out of `rows` plus the deleted ones, that the server does not know yet. */
  unsentOf(rows: number): number {
    return rows - this.#sent.size + this.#unsentDeletions.size;
  }

  isUnsent(id: number): boolean {
    return !this.#sent.has(id);
  }

  /** Ids of deleted rows that the server has yet to be told of, at most this many. */
  gone(max: number): number[] {
    return [...this.#unsentDeletions].slice(0, max);
  }

  sent(id: number): void {
    if (this.#unsentDeletions.delete(id)) return void this.#staged.delete(id);
    this.#staged.add(id);
    this.#sent.add(id);
  }

  notSent(id: number, exists: boolean): void {
    this.#sent.delete(id);
    this.#staged.add(id);
    if (!exists) this.#unsentDeletions.add(id);
  }
}
