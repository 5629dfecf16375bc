/**
 * A store: a value outside of React with its subscribers; `useSyncExternalStore(subscribe, get)` renders it. Free of
 * React, as the sign-in page is.
 */
export function createStore<Value>(value: Value) {
  const listeners = new Set<() => void>();
  return {
    get: (): Value => value,
    /** Notifies every listener even if the value is unchanged: they may read more than it. */
    set: (next: Value): void => {
      value = next;
      for (const listener of listeners) listener();
    },
    /** Sets the value without notifying: for changes during a render, or that must stay invisible. */
    setQuietly: (next: Value): void => {
      value = next;
    },
    /** Returns a function that unsubscribes. */
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
