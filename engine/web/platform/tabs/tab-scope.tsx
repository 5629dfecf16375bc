import { useContext, useMemo, type ReactNode } from 'react';
import {
  createPath,
  NavigationType,
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_NavigationContext as NavigationContext,
  type Navigator,
  type To,
} from 'react-router';
import { partsOf, tabKey } from './tab.ts';
import { TabContext } from './tab-context.ts';
import { tabsStore } from './tabs-store.ts';

/** The navigation state by which a tab tells the shell that it is being replaced. */
interface ReplaceState {
  replaces: string;
}

/** The key of the tab being replaced, from the state of a navigation. */
export const replacedTabKey = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'replaces' in state && typeof state.replaces === 'string' ? state.replaces : undefined;

/**
 * Gives the page in a tab the tab's own address, whatever is in the address bar, and redirects its navigations. The router's contexts are part of its
 * unstable API: the public `<Router>` does the same but cannot be nested (docs/decisions/0007-tabs.md).
 */
export function TabScope({ tab, fullPath, children }: { tab: string; fullPath: string; children: ReactNode }) {
  const outer = useContext(NavigationContext);
  const navigation = useMemo(() => ({ ...outer, navigator: navigatorOf(tab, outer.navigator) }), [outer, tab]);
  const place = useMemo(
    () => ({ location: { ...partsOf(fullPath), state: null, key: fullPath }, navigationType: NavigationType.Pop }),
    [fullPath],
  );
  return (
    <NavigationContext.Provider value={navigation}>
      <LocationContext.Provider value={place}>
        <TabContext.Provider value={tab}>{children}</TabContext.Provider>
      </LocationContext.Provider>
    </NavigationContext.Provider>
  );
}

/** A replacing navigation changes this tab; one that arrives late, when the tab is hidden, changes nothing else. */
function navigatorOf(tab: string, outer: Navigator): Navigator {
  const shown = (): boolean => tabsStore.get().active === tab;
  const addressOf = (to: To): string => (typeof to === 'string' ? to : createPath(to));
  return {
    ...outer,
    createHref: (to) => outer.createHref(to),
    go: (delta) => {
      if (shown()) outer.go(delta);
    },
    push: (to, state, options) => {
      if (shown()) outer.push(to, state, options);
      else if (tabKey(addressOf(to)) === tab) tabsStore.setAddress(tab, addressOf(to));
    },
    replace: (to, state, options) => {
      if (!shown()) return tabsStore.setAddress(tab, addressOf(to));
      const leaves = tabKey(addressOf(to)) !== tab;
      outer.replace(to, leaves ? ({ replaces: tab } satisfies ReplaceState) : state, options);
    },
  };
}
