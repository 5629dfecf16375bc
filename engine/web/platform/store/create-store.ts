/**
 * A value outside of what is drawn, and whoever wants to hear of its changes; `useSyncExternalStore(subscribe, get)` draws
 * it. Free of React, as the sign-in page is.
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
    /** Gives a way to hear no more of it. */
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
