import { useEffect, useRef, type RefObject } from 'react';
import { useTabs } from '../../platform/tabs/use-tabs.ts';

/**
 * Keeps the active tab in view when it changes, and when the strip changes around it, as by a name that arrives late. Returns
 * a function to call when the person scrolls the strip, by wheel, touch or keys; the strip then stays where they left it until
 * another tab becomes active.
 */
export function useActiveInView(strip: RefObject<HTMLElement | null>): () => void {
  const { tabs, active } = useTabs();
  const isScrolledAway = useRef(false);
  useEffect(() => {
    isScrolledAway.current = false;
  }, [active]);
  useEffect(() => {
    // Not for the first page: measuring would force a synchronous layout.
    if (tabs.length <= 1 || isScrolledAway.current) return;
    strip.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [strip, active, tabs]);
  return () => {
    isScrolledAway.current = true;
  };
}
