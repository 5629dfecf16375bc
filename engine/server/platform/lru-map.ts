/**
 * A map of at most `max` entries: one more drops the entry that was read or set least recently. A library would allocate room for all of them at once,
 * for each of thousands of small maps.
 */
export class LruMap<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#max) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      return;
    }
  }

  /** The value of a key, without marking it as used. */
  peek(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  /** All values, the least recently used first. */
  values(): Iterable<Value> {
    return this.#entries.values();
  }
}
