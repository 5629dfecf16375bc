import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import './cut-text.css';

/** Maximum width of the popover, and its distance from the edges of the window, in pixels. */
const widest = 480;
const edge = 12;

/** A value longer than its column: activating it, by pointer, touch or key, shows the full text. */
export function CutText({ children }: { children: ReactNode }) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <button ref={button} type="button" className="list-cut" aria-expanded={open} onClick={() => setOpen(!open)}>
        {children}
      </button>
      {open && (
        <Whole beside={button} close={() => setOpen(false)}>
          {children}
        </Whole>
      )}
    </>
  );
}

/** The browser's own popover: on top of everything, closed by Escape or a click elsewhere. */
function Whole({ beside, close, children }: { beside: RefObject<HTMLElement | null>; close: () => void; children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = panel;
    const from = beside.current;
    if (current === null || from === null) return;
    current.showPopover();
    const { left, top, bottom } = from.getBoundingClientRect();
    const { width, height } = current.getBoundingClientRect();
    const below = bottom + 4 + height <= innerHeight - edge;
    current.style.left = `${Math.max(edge, Math.min(left - edge, innerWidth - width - edge))}px`;
    current.style.top = `${below ? bottom + 4 : Math.max(edge, top - height - 4)}px`;
  }, [beside]);
  return (
    <div
      ref={panel}
      popover="auto"
      className="list-whole"
      style={{ maxWidth: widest }}
      onToggle={({ newState }) => newState === 'closed' && close()}
    >
      {children}
    </div>
  );
}
