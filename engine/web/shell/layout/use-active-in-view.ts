import { useEffect, useRef, type RefObject } from 'react';
import { useTabs } from '../../platform/tabs/use-tabs.ts';

/**
 * Keeps the tab that is shown in view: when another one is shown, and when the strip changes about it, as by a name that
 * comes late. Gives what to call when the person looks elsewhere in the strip, by wheel, finger or keys; until another
 * tab is shown, the strip then stays where they left it.
 */
export function useActiveInView(strip: RefObject<HTMLElement | null>): () => void {
  const { tabs, active } = useTabs();
  const elsewhere = useRef(false);
  useEffect(() => {
    elsewhere.current = false;
  }, [active]);
  useEffect(() => {
    // The first page needs no look at where things stand, which would have the browser lay everything out on the spot.
    if (tabs.length <= 1 || elsewhere.current) return;
    strip.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [strip, active, tabs]);
  return () => {
    elsewhere.current = true;
  };
}
