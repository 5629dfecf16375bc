import { useDeferredValue, useEffect, useState } from 'react';
import { afterwards } from '../../platform/ui/afterwards.ts';

/**
 * True once rows that are there have been on the screen for a frame: what stands beside and below them is fetched then, and what is opened later after it.
 * Not before a drawing in slices, such as that of the table, also where they were known at the first.
 */
export function useDrawn(known: boolean): boolean {
  const there = useDeferredValue(known, false);
  const [drawn, setDrawn] = useState(false);
  useEffect(() => afterwards.await(), []);
  useEffect(() => {
    if (!there) return undefined;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        setDrawn(true);
        afterwards.begin();
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [there]);
  return drawn;
}
