import { useContext, useEffect, useId } from 'react';
import { TabContext } from './tab-context.ts';
import { tabsStore } from './tabs-store.ts';

/** Keeps the page mounted while its tab is hidden, even if it must not be cached; without a dot, and without asking before closing. */
export function useKeepAlive(holds: boolean): void {
  const key = useContext(TabContext);
  const by = useId();
  useEffect(() => {
    if (key === undefined) return undefined;
    tabsStore.setKeepAlive(key, by, holds);
    return () => {
      // The effects of a hidden tab are cleaned up too.
      if (tabsStore.get().active === key) tabsStore.setKeepAlive(key, by, false);
    };
  }, [key, by, holds]);
}
