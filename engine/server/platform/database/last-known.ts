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
  ask: () => Promise<Value>,
  { keptMs, withinMs }: { keptMs: number; withinMs: number },
): () => Promise<Known<Value>> {
  let value: Value | undefined;
  let [asked, answered] = [-Infinity, -Infinity];
  let asking: Promise<void> | undefined;
  const again = async (): Promise<void> => {
    asked = performance.now();
    try {
      value = await ask();
      answered = performance.now();
    } catch {
      // The previous value stays, and is stale.
    } finally {
      asking = undefined;
    }
  };
  return async () => {
    if (asking === undefined && performance.now() - asked >= keptMs) asking = again();
    if (asking !== undefined) await Promise.race([asking, wait(withinMs, undefined, { ref: false })]);
    return { value, age: (performance.now() - answered) / 1000, isStale: answered < asked };
  };
}
