import { use, useSyncExternalStore } from 'react';
import { preferenceStore } from './preference-store.ts';

/** What the person chose under the key, as it came: the caller checks it. Waits (Suspense) until that is known. */
export function usePreference(key: string): unknown {
  // Every time: React goes on with a drawing that has waited, and then wants the same hooks in the same order.
  use(preferenceStore.load());
  return useSyncExternalStore(preferenceStore.subscribe, () => preferenceStore.get(key));
}
