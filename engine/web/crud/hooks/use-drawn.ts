import { useEffect, useState } from 'react';
import { afterwards } from '../../platform/ui/afterwards.ts';

/** True once rows that are there have been on the screen: what stands beside and below them is fetched then, and what is opened later after it. */
export function useDrawn(there: boolean): boolean {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    if (!there) return undefined;
    // The frame after the one that shows them.
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
