import { useDeferredValue, useEffect, useState } from 'react';
import { afterwards } from '../../platform/ui/afterwards.ts';

/**
 * True once the rows have been on the screen for a frame: what is drawn beside and below them is fetched then, and dialogs after that.
 * Waits for a render in slices, such as the table's, even when the rows were known at the first render.
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
