import { useEffect, useRef, useState, type RefObject } from 'react';
import { whenIdle } from '@back-office/web/platform/ui/when-idle.ts';

/** Whether an element is near the viewport and the browser has been idle since: expensive content waits for it. */
export function useNearViewport<Element extends HTMLElement>(): [RefObject<Element | null>, boolean] {
  const place = useRef<Element>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null || seen) return undefined;
    let stop = (): void => undefined;
    const watch = new IntersectionObserver(
      ([entry]) => {
        stop();
        if (entry?.isIntersecting === true) stop = whenIdle(() => setSeen(true));
      },
      { rootMargin: '100px' },
    );
    watch.observe(element);
    return () => {
      watch.disconnect();
      stop();
    };
  }, [seen]);
  return [place, seen];
}
