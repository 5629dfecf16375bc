const listeners = new Set<() => void>();

/** Opens the list of shortcuts from a place without a key for it. */
export const shortcutList = {
  show: (): void => listeners.forEach((listener) => listener()),
  listen: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
