import { useEffect, type RefObject } from 'react';

/** Highlights the column under the pointer or focus without a render, by moving the grid's `.grant-mark`. */
export function useMarkedColumn(grid: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = grid.current;
    if (element === null) return undefined;
    const mark = ({ target }: Event): void => {
      const cell = target instanceof Element ? target.closest('[role=gridcell], [role=columnheader]') : null;
      const at = cell === null ? 0 : [...(cell.parentElement?.children ?? [])].indexOf(cell);
      if (at > 0) element.style.setProperty('--marked', String(at + 1));
      element.toggleAttribute('data-marked', at > 0);
    };
    const unmark = (): void => element.removeAttribute('data-marked');
    const listeners = { pointerover: mark, focusin: mark, pointerleave: unmark, focusout: unmark };
    for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of Object.entries(listeners)) element.removeEventListener(name, listener);
    };
  }, [grid]);
}
