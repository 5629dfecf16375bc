import { setTimeout as wait } from 'node:timers/promises';

export interface Known<Value> {
  /** The last result; undefined when there has been none. */
  readonly value: Value | undefined;
  /** Its age in seconds. */
  readonly age: number;
  /** The value is stale: a newer one did not arrive in time, or its query failed. */
  readonly isStale: boolean;
}

/**
 * Runs a query at most every `keptMs`, one at a time, and returns the last result when no newer one arrives within
 * `withinMs`: a monitor always gets an answer.
 */
export function lastKnown<Value>(
  query: () => Promise<Value>,
  { keptMs, withinMs }: { keptMs: number; withinMs: number },
): () => Promise<Known<Value>> {
  let value: Value | undefined;
  let [startedAt, finishedAt] = [-Infinity, -Infinity];
  let pending: Promise<void> | undefined;
  const refresh = async (): Promise<void> => {
    startedAt = performance.now();
    try {
      value = await query();
      finishedAt = performance.now();
    } catch {
      // The previous value stays, and is stale.
    } finally {
      pending = undefined;
    }
  };
  return async () => {
    if (pending === undefined && performance.now() - startedAt >= keptMs) pending = refresh();
    if (pending !== undefined) await Promise.race([pending, wait(withinMs, undefined, { ref: false })]);
    return { value, age: (performance.now() - finishedAt) / 1000, isStale: finishedAt < startedAt };
  };
}
