import { createHash } from 'node:crypto';

/** The content of a table, or of the storage: the number of items, and one hash of them all. */
export interface Tallied {
  readonly count: number;
  readonly hash: string;
}

const modulus = 1n << 256n;

/**
 * Counts items by name and sums their SHA-256 modulo 2^256: two tallies are equal when the same items were added to
 * both, in any order, each as often.
 */
export class Tally {
  readonly #sums = new Map<string, { count: number; sum: bigint }>();

  /** Adds a name that may stay without items. */
  open(name: string): void {
    if (!this.#sums.has(name)) this.#sums.set(name, { count: 0, sum: 0n });
  }

  add(name: string, thing: string): void {
    const { count, sum } = this.#sums.get(name) ?? { count: 0, sum: 0n };
    const digest = BigInt(`0x${createHash('sha256').update(thing).digest('hex')}`);
    this.#sums.set(name, { count: count + 1, sum: (sum + digest) % modulus });
  }

  result(): Record<string, Tallied> {
    const sorted = [...this.#sums].sort(([one], [other]) => (one < other ? -1 : 1));
    return Object.fromEntries(sorted.map(([name, { count, sum }]) => [name, { count, hash: asHash(sum) }]));
  }
}

/** A sum of digests in the form of a tally's hash. */
export const asHash = (sum: bigint): string => (sum % modulus).toString(16).padStart(64, '0');

/** Names for which two tallies differ. */
export function differences(one: Readonly<Record<string, Tallied>>, other: Readonly<Record<string, Tallied>>): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => one[name]?.count !== other[name]?.count || one[name]?.hash !== other[name]?.hash);
}

/** The number of items in a tally. */
export const totalOf = (tally: Readonly<Record<string, Tallied>>): number =>
  Object.values(tally).reduce((sum, { count }) => sum + count, 0);
