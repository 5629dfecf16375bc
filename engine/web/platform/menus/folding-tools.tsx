import { EllipsisOutlined } from '@ant-design/icons';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '../ui/icon-button.tsx';
import './folding-tools.css';

interface FoldingToolsProps {
  /** Names what the toolbar contains, if it changes: another content is measured anew. */
  set?: string;
  children: ReactNode;
}

/** The least important buttons of a toolbar: side by side if they fit, otherwise in the menu 更多操作, with their names. */
export function FoldingTools({ set = '', children }: FoldingToolsProps) {
  const place = useRef<HTMLSpanElement>(null);
  const folded = useFolded(place, set);
  const [isOpen, setOpen] = useState(false);
  useClosedFromOutside(place, folded && isOpen, () => setOpen(false));
  return (
    <span ref={place} className="folding-tools" data-folded={folded || undefined}>
      {folded && <IconButton icon={EllipsisOutlined} label="更多操作" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} />}
      {/* The same element in both layouts, because the buttons hold the state of their open menus. */}
      <span className="folding-box" hidden={folded && !isOpen}>
        {children}
      </span>
    </span>
  );
}

/** Whether the buttons do not fit: once they have wrapped at some width, that width is not tried again for the same content of the toolbar. */
function useFolded(place: RefObject<HTMLElement | null>, set: string): boolean {
  const [folded, setFolded] = useState(false);
  const [measured, setMeasured] = useState(set);
  if (measured !== set) {
    setMeasured(set);
    setFolded(false);
  }
  useLayoutEffect(() => {
    const tools = place.current;
    const bar = tools?.parentElement;
    if (tools === null || bar === null || bar === undefined) return undefined;
    let needed = 0;
    const measure = (): void => {
      const room = bar.clientWidth;
      const [first, ...others] = bar.children;
      // A hidden tab has no size to measure.
      if (room === 0 || !(first instanceof HTMLElement)) return;
      // The first may be a mere gap without a height.
      const end = first.offsetTop + first.offsetHeight;
      const wraps = others.some((part) => part instanceof HTMLElement && part.offsetTop >= end);
      if (wraps) needed = Math.max(needed, room + 1);
      setFolded(room < needed);
    };
    // At once too: otherwise the rows below would be drawn lower first.
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(bar);
    return () => watch.disconnect();
  }, [place, set]);
  return folded;
}

/**
 * A click or a focus change outside closes it; so do Escape and a button in it, which return the focus to the opener. A menu opened
 * from it does not count as outside.
 */
function useClosedFromOutside(place: RefObject<HTMLElement | null>, isOpen: boolean, close: () => void): void {
  useEffect(() => {
    const tools = place.current;
    if (!isOpen || tools === null) return undefined;
    const leave = (): void => {
      close();
      // A dialog opened from here must return the focus to a visible button.
      tools.querySelector('button')?.focus();
    };
    const press = ({ target }: Event): void => {
      const button = target instanceof Element ? target.closest('.folding-box button') : null;
      if (button !== null && button.getAttribute('aria-haspopup') !== 'menu') leave();
    };
    const key = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      // It closes only this popup.
      event.stopPropagation();
      leave();
    };
    const closeIfOutside = ({ target }: Event): void => {
      if (target instanceof Element && !tools.contains(target) && target.closest('[role=menu]') === null) close();
    };
    const listening = new AbortController();
    const { signal } = listening;
    tools.addEventListener('click', press, { capture: true, signal });
    tools.addEventListener('keydown', key, { signal });
    document.addEventListener('pointerdown', closeIfOutside, { capture: true, signal });
    document.addEventListener('focusin', closeIfOutside, { signal });
    return () => listening.abort();
  });
}
