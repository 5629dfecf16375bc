import { createContext, useContext, useEffect } from 'react';
import { tabsStore } from './tabs-store.ts';

/** The key of the tab that a component stands in; undefined outside of any. */
export const TabContext = createContext<string | undefined>(undefined);

/** Calls the tab by what its page is about, such as a record's name. */
export function useTabName(name: string): void {
  const key = useContext(TabContext);
  useEffect(() => {
    if (key !== undefined && name !== '') tabsStore.name(key, name);
  }, [key, name]);
}
