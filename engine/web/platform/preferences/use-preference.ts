import { use, useSyncExternalStore } from 'react';
import { preferenceStore } from './preference-store.ts';

/** The preference under a key, unvalidated: the caller checks it. Suspends until the preferences have loaded. */
export function usePreference(key: string): unknown {
  // Called on every render: React resumes a suspended render, and requires the same hooks in the same order.
  use(preferenceStore.load());
  return useSyncExternalStore(preferenceStore.subscribe, () => preferenceStore.get(key));
}
