const listeners = new Set<() => void>();

/** Asks for the list of shortcuts, from wherever there is no key for it. */
export const shortcutList = {
  show: (): void => listeners.forEach((listener) => listener()),
  listen: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
