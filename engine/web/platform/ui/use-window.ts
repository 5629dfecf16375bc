import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Lists with more rows than this are virtualised. */
export const virtualizeAbove = 100;
/** The window moves in steps of this many rows, which is also its margin beyond the visible rows. */
const block = 20;
/** Assumed row height in pixels until some rows have been measured. */
const guess = 47;

/** The rendered range of rows, and the heights in pixels of the placeholders above and below it. */
interface Window {
  from: number;
  to: number;
  above: number;
  below: number;
}

/**
 * The range of `count` rows near the viewport, in a list that scrolls with the page: all of them if they are few. `row` selects a row in `body`. Rows
 * that are not rendered are assumed to have the average height of the first ones, until the list's width changes.
 */
export function useWindow(body: RefObject<HTMLElement | null>, row: string, count: number): Window {
  const few = count <= virtualizeAbove;
  const [seen, setSeen] = useState({ from: 0, to: 3 * block, height: guess });
  const first = useRef(0);
  const anchor = useRef<{ row: Element; at: number }>(undefined);
  useLayoutEffect(() => {
    first.current = seen.from;
    const { current } = anchor;
    anchor.current = undefined;
    // Rows differ in height: keeps the visible rows in place when rows above them are added or removed.
    const moved = current?.row.isConnected === true ? placeOf(current.row) - current.at : 0;
    if (Math.abs(moved) >= 1) scrollBy({ top: moved, behavior: 'instant' });
  }, [seen]);
  useEffect(() => {
    if (few) return undefined;
    let measured = { width: 0, height: guess };
    const look = (): void => {
      const shown = [...(body.current?.querySelectorAll(row) ?? [])];
      const place = body.current?.getBoundingClientRect();
      const [top, end] = [shown[0]?.getBoundingClientRect().top, shown.at(-1)?.getBoundingClientRect().bottom];
      if (place === undefined || top === undefined || end === undefined) return;
      if (measured.width !== place.width && end > top) measured = { width: place.width, height: (end - top) / shown.length };
      const { height } = measured;
      const firstInView = top > 0 ? -1 : shown.findIndex((one) => one.getBoundingClientRect().bottom > 0);
      const at = firstInView < 0 ? -place.top / height : first.current + firstInView;
      const before = Math.floor(at / block) * block - block;
      const from = Math.min(Math.max(0, before), Math.max(0, count - block));
      const to = Math.min(count, Math.max(from, before) + Math.ceil(innerHeight / height / block) * block + 3 * block);
      const inside = shown[firstInView];
      anchor.current = inside === undefined ? undefined : { row: inside, at: placeOf(inside) };
      setSeen((now) => (now.from === from && now.to === to && now.height === height ? now : { from, to, height }));
    };
    look();
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    return () => {
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, [body, row, count, few]);
  if (few) return { from: 0, to: count, above: 0, below: 0 };
  const [from, to] = [Math.min(seen.from, count), Math.min(seen.to, count)];
  return { from, to, above: from * seen.height, below: (count - to) * seen.height };
}

/** Position of an element in the page, independent of scrolling. */
const placeOf = (element: Element): number => element.getBoundingClientRect().top + scrollY;
