import { useEffect, useRef, type RefObject } from 'react';

/**
 * Brings the entry of the page that is shown into the middle of what the menu scrolls in, where it stands outside. Once for each page, when it is
 * `there`: whoever then looks elsewhere stays there. An observer asks for no layout on the spot, which a page that is being opened would wait for.
 */
export function useEntryInView(list: RefObject<HTMLElement | null>, selected: string, there: boolean): void {
  const seen = useRef<string>(undefined);
  useEffect(() => {
    const root = list.current?.parentElement;
    const entry = list.current?.querySelector('[aria-current]');
    if (!there || !root || !entry || seen.current === selected) return undefined;
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
  }, [list, selected, there]);
}

const middle = ({ top, height }: DOMRectReadOnly): number => top + height / 2;
