import { useCallback, useContext, useEffect, useEffectEvent, useId } from 'react';
import { TabContext } from './tab-context.ts';
import { tabsStore } from './tabs-store.ts';

const nothing = (): void => undefined;

/**
 * Marks the tab while something typed in it is not saved: it gets a dot, is never let go, and is not closed without a
 * question. `discard` runs when the person throws the input away. Gives a way to unmark at once, before the next drawing.
 */
export function useDirty(changed: boolean, discard: () => void = nothing): () => void {
  const key = useContext(TabContext);
  const form = useId();
  const throwAway = useEffectEvent(discard);
  useEffect(() => {
    if (key === undefined || !changed) return undefined;
    tabsStore.mark(key, form, () => throwAway());
    return () => {
      // The effects of a tab that is only hidden end too; what was typed is still there.
      if (tabsStore.get().active === key) tabsStore.mark(key, form, undefined);
    };
  }, [key, form, changed]);
  return useCallback(() => {
    if (key !== undefined) tabsStore.mark(key, form, undefined);
  }, [key, form]);
}
