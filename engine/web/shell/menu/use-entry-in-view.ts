import { useEffect, useRef, type RefObject } from 'react';

/**
 * Scrolls the menu so that the current page's entry is in the middle, if it is out of view. Once per page, when it is `isRendered`, so that the person
 * can then scroll away. Uses an observer, which forces no synchronous layout while a page is being opened.
 */
export function useEntryInView(list: RefObject<HTMLElement | null>, selected: string, isRendered: boolean): void {
  const seen = useRef<string>(undefined);
  useEffect(() => {
    const root = list.current?.parentElement;
    const entry = list.current?.querySelector('[aria-current]');
    if (!isRendered || !root || !entry || seen.current === selected) return undefined;
    const observer = new IntersectionObserver(
      ([found]) => {
        observer.disconnect();
        seen.current = selected;
        if (!found?.rootBounds || found.intersectionRatio === 1) return;
        root.scrollBy(0, middle(found.boundingClientRect) - middle(found.rootBounds));
      },
      { root },
    );
    observer.observe(entry);
    return () => observer.disconnect();
  }, [list, selected, isRendered]);
}

const middle = ({ top, height }: DOMRectReadOnly): number => top + height / 2;
