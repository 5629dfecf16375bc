/** That somebody waited too long for their turn. */
export class NoTurn extends Error {
  override name = 'NoTurn';
}

/**
 * Has so many works go on at once, the others wait in their order. Whoever has waited for `waitMs` is refused with `NoTurn`: in a rush
 * what is begun is then still wanted when it is done, and nobody's work is done for those who have gone away.
 */
export class Turns {
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
    if (isLate) throw new NoTurn(`Waited longer than ${this.#waitMs} ms.`);
  }

  /** Gives the turn on to the first who has not waited too long. */
  #next(): void {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const isLate = performance.now() - next.since > this.#waitMs;
      next.begin(isLate);
      if (!isLate) return;
    }
    this.#busy -= 1;
  }
}
