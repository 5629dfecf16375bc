/** Counts the calls of each account in windows of time; on this node alone, since it only keeps one account from loading it. */
export class RateLimit {
  readonly #most: number;
  readonly #span: number;
  #begin = 0;
  #counts = new Map<string, number>();

  constructor({ most, spanMs }: { most: number; spanMs: number }) {
    this.#most = most;
    this.#span = spanMs;
  }

  /** Counts a call; true where it is one too many. */
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
