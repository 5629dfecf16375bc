/**
 * A store: a value outside of React with its subscribers; `useSyncExternalStore(subscribe, get)` renders it. Free of
 * React, as the sign-in page is.
 */
export function createStore<Value>(value: Value) {
  const listeners = new Set<() => void>();
  return {
    get: (): Value => value,
    /** Tells every listener, also where the value is the same: what they ask for may depend on more than it. */
    set: (next: Value): void => {
      value = next;
      for (const listener of listeners) listener();
    },
    /** For a change that must not draw anything: one that happens within a drawing, or that nobody is to see. */
    setQuietly: (next: Value): void => {
      value = next;
    },
    /** Gives a function that unsubscribes. */
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
