import { useContext, useEffect, useEffectEvent } from 'react';
import { TabContext } from './tab-context.ts';
import { tabsStore } from './tabs-store.ts';

/**
 * Calls back once when the component is unmounted, or its tab closed. Merely hiding a tab also cleans up effects, but what a person began there goes on.
 * @example
 * export function Waiting({ control }: { control: AbortController }) {
 *   useLeave(() => control.abort());
 *   return <p>正在读取…</p>;
 * }
 */
export function useLeave(onLeave: () => void): void {
  const tab = useContext(TabContext);
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    return () => {
      const { active, shown } = tabsStore.get();
      if (tab === undefined || active === tab || !shown.includes(tab)) return leave();
      const stop = tabsStore.subscribe(() => {
        const now = tabsStore.get();
        const isGone = !now.shown.includes(tab);
        if (isGone || now.active === tab) stop();
        if (isGone) leave();
      });
    };
  }, [tab]);
}
