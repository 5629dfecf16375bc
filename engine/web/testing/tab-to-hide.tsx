import { Activity, useEffect, type ReactNode } from 'react';
import { expect } from 'vitest';
import { TabContext } from '../platform/tabs/tab-context.ts';
import { tabsStore } from '../platform/tabs/tabs-store.ts';
import { useTabs } from '../platform/tabs/use-tabs.ts';
import { localRoutes } from '../shell/routing/local-routes.ts';

/** The tab of a page's address, which a test hides and shows again. As in the shell, a hidden record is unmounted unless its tab must be kept. */
export function tabToHide(address: string) {
  let hasEffects = false;
  const go = (fullPath: string): void =>
    tabsStore.apply(tabsStore.computeNext(localRoutes(true), { at: crypto.randomUUID(), fullPath, back: false }));
  go(address);
  const Effects = () => {
    useEffect(() => {
      hasEffects = true;
      return () => void (hasEffects = false);
    }, []);
    return null;
  };
  const Tab = ({ children }: { children: ReactNode }) => {
    const { active, shown } = useTabs();
    if (!shown.includes(address)) return null;
    return (
      <Activity mode={active === address ? 'visible' : 'hidden'}>
        <TabContext value={address}>{children}</TabContext>
        <Effects />
      </Activity>
    );
  };
  return {
    Tab,
    /** Resolves once the effects of the page have ended. */
    hide: async (): Promise<void> => {
      go('/index');
      await expect.poll(() => hasEffects).toBe(false);
    },
    show: (): void => go(address),
  };
}
