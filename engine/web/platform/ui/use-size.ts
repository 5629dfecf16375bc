import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** The current width and height of an element, in pixels; not updated while it is hidden. */
export function useSize<Shown extends Element>(): [RefObject<Shown | null>, { width: number; height: number }] {
  const place = useRef<Shown>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const watch = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      // In a hidden tab there is no size.
      if (width > 0) setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return [place, size];
}
