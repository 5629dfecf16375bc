import { useEffect, useState, type RefObject } from 'react';

/** More rows than these a list does not draw all at once. */
export const drawnRows = 100;
/** The window moves by this many rows at a time, and reaches so far beyond what is seen. */
const block = 20;
/** How high a row is taken to be until one has been seen, in pixels. */
const guess = 47;

/** What of many rows is drawn, and how many pixels stand for those above and below it. */
interface Window {
  from: number;
  to: number;
  above: number;
  below: number;
}

/**
 * Which of `count` rows of a list that scrolls with the page are near the screen: all where they are few. `row` selects a row in
 * `body`, whose height is taken for that of each.
 */
export function useWindow(body: RefObject<HTMLElement | null>, row: string, count: number): Window {
  const few = count <= drawnRows;
  const [seen, setSeen] = useState({ from: 0, to: 3 * block, height: guess });
  useEffect(() => {
    if (few) return undefined;
    const look = (): void => {
      const shown = body.current?.querySelector(row);
      const top = body.current?.getBoundingClientRect().top;
      if (shown === null || shown === undefined || top === undefined) return;
      const height = shown.getBoundingClientRect().height || guess;
      const first = Math.floor(-top / height / block) * block - block;
      const from = Math.min(Math.max(0, first), Math.max(0, count - block));
      const to = Math.min(count, Math.max(from, first) + Math.ceil(innerHeight / height / block) * block + 3 * block);
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
