import { useEffect, useLayoutEffect, useRef } from 'react';
import { tabsStore } from '../../platform/tabs/tabs-store.ts';

/** How long a page that is still being read may take to become long enough. */
const patience = 3_000;

/** Keeps how far each tab is scrolled, and scrolls back when the tab is shown again. */
export function useTabScroll(active: string | undefined): void {
  const fresh = useRef(true);
  useLayoutEffect(() => {
    if (active === undefined) return undefined;
    const top = tabsStore.scrollOf(active);
    // The first page begins at its top; to say so would have the browser lay everything out on the spot.
    const stop = fresh.current && top === 0 ? () => undefined : scrollBack(top);
    fresh.current = false;
    const keep = (): void => tabsStore.setScroll(active, scrollY);
    addEventListener('scroll', keep, { passive: true });
    return () => {
      stop();
      removeEventListener('scroll', keep);
    };
  }, [active]);
  useEffect(() => {
    // The browser's own memory knows one page only.
    history.scrollRestoration = 'manual';
    addEventListener('pagehide', tabsStore.save);
    return () => removeEventListener('pagehide', tabsStore.save);
  }, []);
}

/** Scrolls there, as soon as the page is long enough, unless the person scrolls first. */
function scrollBack(top: number): () => void {
  scrollTo({ top, behavior: 'instant' });
  if (scrollY >= top - 1) return () => undefined;
  const observer = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight < top + innerHeight) return;
    scrollTo({ top, behavior: 'instant' });
    stop();
  });
  const stop = (): void => {
    observer.disconnect();
    clearTimeout(timer);
    for (const event of ['wheel', 'touchmove', 'keydown']) removeEventListener(event, stop);
  };
  const timer = setTimeout(stop, patience);
  for (const event of ['wheel', 'touchmove', 'keydown']) addEventListener(event, stop, { passive: true });
  observer.observe(document.body);
  return stop;
}
