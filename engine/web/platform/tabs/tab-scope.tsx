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

/** What a tab reports to the shell about a navigation: which tab it replaces. */
interface ReplaceState {
  replaces: string;
}

/** The key of the tab that makes way, from the state of a navigation. */
export const replacedBy = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'replaces' in state && typeof state.replaces === 'string' ? state.replaces : undefined;

/**
 * Gives the page in a tab the tab's own address, whatever the address bar says, and sends its navigations the right
 * way. The router's contexts are of its unstable surface: `<Router>` does the same in public but refuses to be nested
 * (docs/decisions/0007-tabs.md).
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

/** A replacing navigation changes this tab; one that comes late, when the tab is not shown, changes nothing else. */
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
      else if (tabKey(addressOf(to)) === tab) tabsStore.lead(tab, addressOf(to));
    },
    replace: (to, state, options) => {
      if (!shown()) return tabsStore.lead(tab, addressOf(to));
      const leaves = tabKey(addressOf(to)) !== tab;
      outer.replace(to, leaves ? ({ replaces: tab } satisfies ReplaceState) : state, options);
    },
  };
}
