import { type RefObject, useEffect, useRef, useState } from 'react';

/** Whether an element has come near the viewport at least once: expensive content is rendered only then. */
export function useNearViewport<Shown extends Element>(): [RefObject<Shown | null>, boolean] {
  const place = useRef<Shown>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null || seen) return undefined;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: '200px' },
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, [seen]);
  return [place, seen];
}
