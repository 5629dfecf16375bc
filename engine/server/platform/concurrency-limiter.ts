/** Thrown when work has waited too long for its turn. */
export class ConcurrencyTimeout extends Error {
  override name = 'ConcurrencyTimeout';
}

/**
 * Limits concurrent work to `atOnce`; the rest waits in a queue. Work that has waited for `waitMs` is refused with `ConcurrencyTimeout`, so that
 * under load the server does not work for callers who have already given up.
 */
export class ConcurrencyLimiter {
  readonly #atOnce: number;
  readonly #waitMs: number;
  readonly #waiting: { since: number; begin: (isLate: boolean) => void }[] = [];
  #busy = 0;

  constructor(atOnce: number, waitMs: number) {
    this.#atOnce = atOnce;
    this.#waitMs = waitMs;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#busy < this.#atOnce) this.#busy += 1;
    else await this.#wait();
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  async #wait(): Promise<void> {
    const isLate = await new Promise<boolean>((begin) => this.#waiting.push({ since: performance.now(), begin }));
    if (isLate) throw new ConcurrencyTimeout(`Waited longer than ${this.#waitMs} ms.`);
  }

  /** Passes the turn to the first that has not waited too long. */
  #next(): void {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const isLate = performance.now() - next.since > this.#waitMs;
      next.begin(isLate);
      if (!isLate) return;
    }
    this.#busy -= 1;
  }
}
