import { useEffect, useState, type RefObject } from 'react';
import { useMedia } from '../../../platform/appearance/use-media.ts';

/** Rows rendered beyond those in view. */
const overscan = 4;

/** The visible part of the grid; `height` and `width` are 0 until the grid is laid out. */
interface View {
  first: number;
  height: number;
  width: number;
}

interface VirtualRows {
  /** The rendered rows, in order. */
  drawn: readonly number[];
  /** The first and the last visible row, and how many fit. */
  first: number;
  last: number;
  page: number;
  /** The grid's width and row height, in pixels. */
  width: number;
  rowHeight: number;
}

/**
 * Decides which rows to render: those in view, at most `maxRows`, and always the active one, which has the focus. All rows have the same height and the
 * visible range comes from events, so that nothing here forces the browser to lay out the page early.
 */
export function useVirtualRows(scroller: RefObject<HTMLElement | null>, count: number, active: number, maxRows: number): VirtualRows {
  // Touch targets of 44px on a phone.
  const rowHeight = useMedia('(max-width: 575px)') ? 44 : 34;
  const [{ first, height, width }, setView] = useState<View>({ first: 0, height: 0, width: 0 });
  useEffect(() => {
    const frame = scroller.current;
    if (frame === null) return undefined;
    const see = (part: Partial<View>): void =>
      setView((now) => {
        const next = { ...now, ...part };
        return next.first === now.first && next.height === now.height && next.width === now.width ? now : next;
      });
    const scrolled = (): void => see({ first: Math.floor(frame.scrollTop / rowHeight) });
    const observer = new ResizeObserver(([seen]) => seen && see({ height: seen.contentRect.height, width: seen.contentRect.width }));
    observer.observe(frame);
    frame.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      observer.disconnect();
      frame.removeEventListener('scroll', scrolled);
    };
  }, [scroller, rowHeight]);
  const fit = Math.min(Math.ceil(height / rowHeight), maxRows);
  // The sticky header and sum row each cover one row.
  const page = Math.max(1, Math.floor(height / rowHeight) - 2);
  const from = Math.max(0, Math.min(first, count - fit) - overscan);
  const to = Math.min(count, first + fit + (fit < maxRows ? overscan : 0));
  const drawn = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
  if (height > 0 && active >= 0 && active < count && (active < from || active >= to)) drawn[active < from ? 'unshift' : 'push'](active);
  return { drawn, first, last: first + Math.ceil(height / rowHeight), page, width, rowHeight };
}
