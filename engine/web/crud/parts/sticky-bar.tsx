import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useFullTable } from '../lists/full-table-button.tsx';
import '../crud.css';

/** A bar of buttons that fixes itself below the top bar once the page is scrolled (docs/spec.md 2.3). */
export function StickyBar({ children, label }: { children: ReactNode; label: string }) {
  const marker = useRef<HTMLDivElement>(null);
  const [pinned, setPinned] = useState(false);
  const full = useFullTable();
  useEffect(() => {
    if (marker.current === null) return undefined;
    const head = Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue('--head'), 10);
    // The last of several: a busy page is told of the start and of a scroll at once.
    const watch = (entries: IntersectionObserverEntry[]) =>
      setPinned(entries.slice(-1).some((entry) => !entry.isIntersecting && entry.boundingClientRect.top < head + 4));
    const observer = new IntersectionObserver(watch, { rootMargin: `-${head}px 0px 0px` });
    observer.observe(marker.current);
    return () => observer.disconnect();
    // The top bar above it disappears and returns in full screen.
  }, [full]);
  return (
    <>
      <div ref={marker} className="crud-bar-marker" />
      <div ref={publishHeight} role="toolbar" aria-label={label} className={pinned ? 'crud-bar crud-bar-pinned' : 'crud-bar'}>
        {children}
      </div>
    </>
  );
}

/** Publishes the height of the bar for elements below it. Written only if it differs from the style sheet, as each change restyles the whole page. */
function publishHeight(bar: HTMLElement | null): (() => void) | undefined {
  if (bar === null) return undefined;
  const observer = new ResizeObserver(() => {
    const height = `${bar.offsetHeight}px`;
    if (getComputedStyle(bar).getPropertyValue('--bar') !== height) bar.parentElement?.style.setProperty('--bar', height);
  });
  observer.observe(bar);
  return () => observer.disconnect();
}
