import { EllipsisOutlined } from '@ant-design/icons';
import { type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import './folding-tools.css';

/** The buttons of a bar that matter least: side by side where its line has room for them, otherwise behind 更多操作, with their names. */
export function FoldingTools({ children }: { children: ReactNode }) {
  const place = useRef<HTMLSpanElement>(null);
  const folded = useFolded(place);
  const [isOpen, setOpen] = useState(false);
  useCloseElsewhere(place, isOpen, () => setOpen(false));
  const leave = (): void => {
    setOpen(false);
    // What is opened from here gives the focus back to a button that is seen.
    place.current?.querySelector('button')?.focus();
  };
  const press = ({ target }: MouseEvent): void => {
    const button = target instanceof Element && place.current?.contains(target) === true ? target.closest('button') : null;
    if (folded && button !== null && button.getAttribute('aria-haspopup') !== 'menu') leave();
  };
  const key = (event: KeyboardEvent): void => {
    const isHere = event.target instanceof Node && place.current?.contains(event.target) === true;
    if (!folded || !isOpen || !isHere || event.key !== 'Escape') return;
    // It closes nothing but this.
    event.stopPropagation();
    leave();
  };
  return (
    // The buttons in it are what is pressed.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- see above
    <span ref={place} className="folding-tools" data-folded={folded || undefined} onKeyDown={key}>
      {folded && <IconButton icon={EllipsisOutlined} label="更多操作" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} />}
      {/* One element in both places: the buttons in it hold the menus that they open. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- see above */}
      <span className="folding-box" hidden={folded && !isOpen} onClickCapture={press}>
        {children}
      </span>
    </span>
  );
}

/** Whether the line that they stand in has no room for them: they went to a second line, and none as wide is tried again. */
function useFolded(place: RefObject<HTMLElement | null>): boolean {
  const [folded, setFolded] = useState(false);
  useLayoutEffect(() => {
    const tools = place.current;
    const bar = tools?.parentElement;
    if (tools === null || bar === null || bar === undefined) return undefined;
    let needed = 0;
    const watch = new ResizeObserver(() => {
      const [room, first] = [bar.clientWidth, bar.firstElementChild];
      // In a hidden tab there is no room to look at.
      if (room === 0 || !(first instanceof HTMLElement)) return;
      if (tools.offsetTop >= first.offsetTop + first.offsetHeight) needed = Math.max(needed, room + 1);
      setFolded(room < needed);
    });
    watch.observe(bar);
    return () => watch.disconnect();
  }, [place]);
  return folded;
}

/** A press elsewhere, and the focus that goes elsewhere, close it; a menu that was opened from it is no other place. */
function useCloseElsewhere(place: RefObject<HTMLElement | null>, isOpen: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const look = ({ target }: Event): void => {
      if (target instanceof Element && place.current?.contains(target) !== true && target.closest('[role=menu]') === null) close();
    };
    document.addEventListener('pointerdown', look, true);
    document.addEventListener('focusin', look);
    return () => {
      document.removeEventListener('pointerdown', look, true);
      document.removeEventListener('focusin', look);
    };
  });
}
