import type { KeyboardEvent } from 'react';

/**
 * Moves the focus among the items of a menu by its arrow keys, Home and End, according to WAI-ARIA's menu pattern; returns whether the key was one of
 * them.
 */
export function moveMenuFocus(event: KeyboardEvent, box: Element, entries: string, direction: 'down' | 'across' = 'down'): boolean {
  const all = [...box.querySelectorAll<HTMLElement>(entries)];
  const at = all.findIndex((entry) => entry === document.activeElement);
  const next = {
    [direction === 'down' ? 'ArrowDown' : 'ArrowRight']: at + 1,
    [direction === 'down' ? 'ArrowUp' : 'ArrowLeft']: at < 0 ? all.length - 1 : at - 1 + all.length,
    Home: 0,
    End: all.length - 1,
  }[event.key];
  if (next === undefined || all.length === 0) return false;
  event.preventDefault();
  event.stopPropagation();
  all[next % all.length]?.focus();
  return true;
}
