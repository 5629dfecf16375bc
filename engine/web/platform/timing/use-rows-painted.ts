import { useDeferredValue, useEffect, useState } from 'react';
import { afterwards } from './afterwards.ts';

/**
 * Becomes true once the rows have been visible for a frame: only then the parts beside and below them are loaded, and dialogs after that. Waits for a
 * concurrent render, such as the table's, even if the rows were known at the first render.
 */
export function useRowsPainted(known: boolean): boolean {
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
