import { useCallback, useContext, useEffect, useEffectEvent, useId } from 'react';
import { TabContext } from './tab-context.ts';
import { tabsStore } from './tabs-store.ts';

const nothing = (): void => undefined;

/**
 * Marks the tab while it has unsaved input: it gets a dot, is never unmounted, and asks before closing. `discard` runs when the user discards the
 * input. Returns a function that unmarks it at once, before the next render.
 * @example
 * export function Note({ text, saved }: { text: string; saved: string }) {
 *   useDirty(text !== saved);
 *   return <p>{text}</p>;
 * }
 */
export function useDirty(changed: boolean, discard: () => void = nothing): () => void {
  const key = useContext(TabContext);
  const form = useId();
  const throwAway = useEffectEvent(discard);
  useEffect(() => {
    if (key === undefined) return undefined;
    // Also if the input was saved or discarded while the tab was hidden.
    tabsStore.mark(key, form, changed ? () => throwAway() : undefined);
    if (!changed) return undefined;
    return () => {
      // The effects of a hidden tab are cleaned up too, but its input is still there.
      if (tabsStore.get().active === key) tabsStore.mark(key, form, undefined);
    };
  }, [key, form, changed]);
  return useCallback(() => {
    if (key !== undefined) tabsStore.mark(key, form, undefined);
  }, [key, form]);
}
