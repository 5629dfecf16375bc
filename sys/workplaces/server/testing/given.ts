import { randomUUID } from 'node:crypto';

/** Codes or tokens that a double gives out: each is good until it is used or ended. */
export class Given<What> {
  readonly #good = new Map<string, What>();
  readonly #over = new Set<string>();

  give(what: What): string {
    const name = randomUUID().replaceAll('-', '');
    this.#good.set(name, what);
    return name;
  }

  /** What it stands for; 'over' for one that was, undefined for one that never was. */
  find(name: string): { what: What } | 'over' | undefined {
    const what = this.#good.get(name);
    if (what !== undefined) return { what };
    return this.#over.has(name) ? 'over' : undefined;
  }

  /** All that were ever given. */
  get names(): string[] {
    return [...this.#good.keys(), ...this.#over];
  }

  /** The one that stands for this, if any does. */
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
