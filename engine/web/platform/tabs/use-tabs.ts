import { useSyncExternalStore } from 'react';
import type { TabList } from './tab-list.ts';
import { tabsStore } from './tabs-store.ts';

/** What is open. */
export const useTabs = (): TabList => useSyncExternalStore(tabsStore.subscribe, tabsStore.get);

/** Gives the question whether a tab holds something that was typed and not saved. */
export function useDirtyTabs(): (key: string) => boolean {
  const dirty = useSyncExternalStore(tabsStore.subscribe, tabsStore.dirty);
  return (key) => (dirty[key]?.size ?? 0) > 0;
}
