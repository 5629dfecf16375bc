import { createContext, useContext, useEffect } from 'react';
import { tabsStore } from './tabs-store.ts';

/** The key of the surrounding tab; undefined outside of tabs. */
export const TabContext = createContext<string | undefined>(undefined);

/** Names the tab after its page's content, such as a record's name. */
export function useTabName(name: string): void {
  const key = useContext(TabContext);
  useEffect(() => {
    if (key !== undefined && name !== '') tabsStore.name(key, name);
  }, [key, name]);
}
