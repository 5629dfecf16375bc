import { randomUUID } from 'node:crypto';

/** Codes or tokens issued by a double: each is valid until it is used or ended. */
export class Given<What> {
  readonly #good = new Map<string, What>();
  readonly #over = new Set<string>();

  give(what: What): string {
    const name = randomUUID().replaceAll('-', '');
    this.#good.set(name, what);
    return name;
  }

  /** What it stands for; 'over' if it is no longer valid, undefined if it was never issued. */
  find(name: string): { what: What } | 'over' | undefined {
    const what = this.#good.get(name);
    if (what !== undefined) return { what };
    return this.#over.has(name) ? 'over' : undefined;
  }

  /** All that were ever issued. */
  get names(): string[] {
    return [...this.#good.keys(), ...this.#over];
  }

  /** The valid one for this value, if any. */
  nameOf(what: What): string | undefined {
    return [...this.#good].find(([, held]) => held === what)?.[0];
  }

  end(name: string): void {
    if (this.#good.delete(name)) this.#over.add(name);
  }

  endAll(): void {
    for (const name of this.#good.keys()) this.end(name);
  }
}
