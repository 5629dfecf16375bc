import { useSyncExternalStore } from 'react';
import type { TabList } from './tab-list.ts';
import { tabsStore } from './tabs-store.ts';

/** The open tabs. */
export const useTabs = (): TabList => useSyncExternalStore(tabsStore.subscribe, tabsStore.get);

/** Returns a function that tells whether a tab has unsaved input. */
export function useDirtyTabs(): (key: string) => boolean {
  const dirty = useSyncExternalStore(tabsStore.subscribe, tabsStore.dirty);
  return (key) => (dirty[key]?.size ?? 0) > 0;
}
