/** Counts the calls of each account per time window; on this node only, since it merely keeps one account from overloading it. */
export class RateLimit {
  readonly #most: number;
  readonly #span: number;
  #begin = 0;
  #counts = new Map<string, number>();

  constructor({ most, spanMs }: { most: number; spanMs: number }) {
    this.#most = most;
    this.#span = spanMs;
  }

  /** Counts a call; returns true if it exceeds the limit. */
  exceeds(person: string, now = performance.now()): boolean {
    if (now - this.#begin >= this.#span) {
      this.#begin = now;
      this.#counts = new Map();
    }
    const count = (this.#counts.get(person) ?? 0) + 1;
    this.#counts.set(person, count);
    return count > this.#most;
  }
}
