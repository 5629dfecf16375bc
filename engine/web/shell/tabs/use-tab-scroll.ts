import { useEffect, useLayoutEffect, useRef } from 'react';
import { tabsStore } from '../../platform/tabs/tabs-store.ts';

/** How long to wait for a loading page to become long enough, in milliseconds: on a slow machine or connection its rows arrive late. */
const timeoutMs = 30_000;

/** Remembers the scroll position of each tab, and restores it when the tab is shown again. */
export function useTabScroll(active: string | undefined): void {
  const fresh = useRef(true);
  useLayoutEffect(() => {
    if (active === undefined) return undefined;
    const top = tabsStore.scrollOf(active);
    // The first page starts at its top; scrolling there would force a synchronous layout.
    const back = fresh.current && top === 0 ? nothingToRestore : restoreScroll(top);
    fresh.current = false;
    const keep = (): void => {
      if (!back.isPending()) tabsStore.setScroll(active, scrollY);
    };
    addEventListener('scroll', keep, { passive: true });
    return () => {
      back.stop();
      removeEventListener('scroll', keep);
    };
  }, [active]);
  useEffect(() => {
    // The browser's own restoration works for a single page only.
    history.scrollRestoration = 'manual';
    addEventListener('pagehide', tabsStore.save);
    return () => removeEventListener('pagehide', tabsStore.save);
  }, []);
}

/** The restoring of a scroll position. */
interface ScrollRestoration {
  /** True until the page is long enough: its position until then is not the one where the person left it. */
  isPending: () => boolean;
  stop: () => void;
}

const nothingToRestore: ScrollRestoration = { isPending: () => false, stop: () => undefined };

/** Input events that end the restoring: the person has moved on by themselves. */
const interactionEvents = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** Scrolls to the position as soon as the page is long enough, unless the person does something first. */
function restoreScroll(top: number): ScrollRestoration {
  scrollTo({ top, behavior: 'instant' });
  if (scrollY >= top - 1) return nothingToRestore;
  let pending = true;
  const observer = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight < top + innerHeight) return;
    stop();
    scrollTo({ top, behavior: 'instant' });
  });
  const stop = (): void => {
    pending = false;
    observer.disconnect();
    clearTimeout(timer);
    for (const event of interactionEvents) removeEventListener(event, stop);
  };
  const timer = setTimeout(stop, timeoutMs);
  for (const event of interactionEvents) addEventListener(event, stop, { passive: true });
  observer.observe(document.body);
  return { isPending: () => pending, stop };
}
