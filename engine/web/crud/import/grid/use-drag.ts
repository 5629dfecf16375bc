import { useRef, type MouseEvent } from 'react';
import type { Place } from '../table/table-state.ts';
import { single, type Selection, type Size } from './selection.ts';

interface Drag {
  onMouseDown: (event: MouseEvent) => void;
  onMouseOver: (event: MouseEvent) => void;
}

/** Selection by mouse: a cell, a range by dragging or with Shift, whole rows by their numbers. */
export function useDrag(selection: Selection, size: Size, select: (selection: Selection) => void): Drag {
  const dragging = useRef(false);
  const selectTo = (event: MouseEvent, extend: boolean): void => {
    const found = placeOf(event.target);
    if (found === undefined) return;
    const { place, whole } = found;
    if (!whole) return select(extend ? { ...selection, active: place } : single(place));
    const anchor = { row: extend ? selection.anchor.row : place.row, column: size.columns - 1 };
    select({ active: { row: place.row, column: 0 }, anchor });
  };
  return {
    onMouseDown: (event) => {
      if (event.button !== 0 || placeOf(event.target) === undefined) return;
      // Without this the press would take the focus away from the active cell.
      event.preventDefault();
      // The edited text is committed before the active cell changes; the new cell's input then gets the focus.
      const input = event.currentTarget.querySelector<HTMLElement>('.import-input');
      input?.blur();
      input?.focus({ preventScroll: true });
      dragging.current = true;
      addEventListener('mouseup', () => void (dragging.current = false), { once: true });
      selectTo(event, event.shiftKey);
    },
    onMouseOver: (event) => {
      if (dragging.current) selectTo(event, true);
    },
  };
}

/** The cell of an event; a row's number selects the whole row. Events in the active cell's input are left to the browser. */
function placeOf(target: EventTarget): { place: Place; whole: boolean } | undefined {
  if (!(target instanceof HTMLElement) || target.closest('.import-input-open, button') !== null) return undefined;
  const cell = target.closest<HTMLElement>('[data-row]');
  const { row, column } = cell?.dataset ?? {};
  return row === undefined ? undefined : { place: { row: Number(row), column: Number(column ?? 0) }, whole: column === undefined };
}
