import { ms } from '../lib/measure.ts';

/** The durations of each kind of work, and its failures. */
export class Tally {
  readonly #times = new Map<string, number[]>();
  readonly #wrong = new Map<string, number>();

  /** Runs it, timed from the moment at which it was due, so that waiting for a turn counts. */
  async time(kind: string, due: number, work: () => Promise<string | undefined>): Promise<void> {
    const wrong = await work().catch((error: NodeJS.ErrnoException) => error.code ?? error.message);
    if (wrong === undefined) this.#taken(kind).push(performance.now() - due);
    else this.#wrong.set(`${kind}: ${wrong}`, (this.#wrong.get(`${kind}: ${wrong}`) ?? 0) + 1);
  }

  print(): void {
    for (const [kind, times] of [...this.#times, ['all', [...this.#times.values()].flat()] as const]) {
      const sorted = times.toSorted((a, b) => a - b);
      const at = (share: number): string => ms(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
      console.log(`${kind}: ${times.length}, p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, worst ${at(1)}`);
    }
    const wrong = [...this.#wrong].map(([what, count]) => `${count} × ${what}`);
    console.log(`errors: ${wrong.length === 0 ? 'none' : wrong.join('; ')}`);
    if (wrong.length > 0) process.exitCode = 1;
  }

  #taken(kind: string): number[] {
    const taken = this.#times.get(kind) ?? [];
    this.#times.set(kind, taken);
    return taken;
  }
}
