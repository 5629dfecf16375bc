import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
const notify = (): void => listeners.forEach((listener) => listener());

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('popstate', listener);
  };
}

/** Path and query in the address bar, for the pages before sign-in, which come without the router to stay small. */
export const useBrowserPath = (): string => useSyncExternalStore(subscribe, () => location.pathname + location.search);

/** Goes to another page before sign-in. */
export function goTo(path: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  notify();
}
