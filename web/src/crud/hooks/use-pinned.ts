import { useEffect, useRef, useState, type RefObject } from 'react';

/** Whether the marker, which stands 16 pixels above a sticky bar, has been scrolled out of sight (spec.md 2.3). */
export function usePinned(): [RefObject<HTMLDivElement | null>, boolean] {
  const marker = useRef<HTMLDivElement>(null);
  const [pinned, setPinned] = useState(false);
  useEffect(() => {
    if (marker.current === null) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry !== undefined) setPinned(!entry.isIntersecting && entry.boundingClientRect.top < (entry.rootBounds?.bottom ?? 0));
    });
    observer.observe(marker.current);
    return () => observer.disconnect();
  }, []);
  return [marker, pinned];
}
