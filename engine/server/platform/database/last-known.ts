import { setTimeout as wait } from 'node:timers/promises';

export interface Known<Value> {
  /** The last answer; undefined when there has been none. */
  readonly value: Value | undefined;
  /** Seconds since it came. */
  readonly age: number;
  /** The value is stale: a newer one has not come in time, or its query failed. */
  readonly isStale: boolean;
}

/**
 * Asks for something at most every `keptMs`, one question at a time, and gives the last answer when no newer one comes
 * within `withinMs`: whoever watches gets an answer, whatever is asked.
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
