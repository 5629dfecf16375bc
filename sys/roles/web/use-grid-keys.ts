import { useShortcut } from '@back-office/web/platform/keyboard/shortcuts.ts';
import { useEffect, type RefObject } from 'react';

const selector = 'input[type=checkbox]';

/**
 * Moves among the checkboxes of a grid by arrow keys: up and down within a column, left and right within a row, Home and End to its ends. The whole
 * grid is a single tab stop, at the last focused checkbox.
 */
export function useGridKeys(grid: RefObject<HTMLElement | null>): void {
  useShortcut({ keys: ['← ↑ ↓ →'], title: '在授权表中移动', where: '角色授权' });
  useEffect(() => {
    const element = grid.current;
    if (element === null) return undefined;
    const rest = (box: HTMLInputElement): void => {
      for (const other of element.querySelectorAll<HTMLInputElement>(`${selector}[tabindex="0"]`)) other.tabIndex = -1;
      box.tabIndex = 0;
    };
    const onFocus = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLInputElement && target.type === 'checkbox') rest(target);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.target instanceof HTMLInputElement) || event.altKey || event.ctrlKey || event.metaKey) return;
      const next = neighbour(element, event.target, event.key);
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
    };
    // Rows are added and removed by searching and folding: one checkbox must always be tabbable.
    const ensure = (): void => {
      const first = element.querySelector<HTMLInputElement>(selector);
      if (first !== null && element.querySelector(`${selector}[tabindex="0"]`) === null) first.tabIndex = 0;
    };
    ensure();
    const observer = new MutationObserver(ensure);
    observer.observe(element, { childList: true, subtree: true });
    element.addEventListener('focusin', onFocus);
    element.addEventListener('keydown', onKey);
    return () => {
      observer.disconnect();
      element.removeEventListener('focusin', onFocus);
      element.removeEventListener('keydown', onKey);
    };
  }, [grid]);
}

function neighbour(grid: HTMLElement, box: HTMLInputElement, key: string): HTMLInputElement | undefined {
  const row = box.closest<HTMLElement>('[role=row]');
  if (row === null) return undefined;
  const boxesOf = (element: Element): HTMLInputElement[] => [...element.querySelectorAll<HTMLInputElement>(selector)];
  const mine = boxesOf(row);
  const at = mine.indexOf(box);
  if (key === 'ArrowLeft') return mine[at - 1];
  if (key === 'ArrowRight') return mine[at + 1];
  if (key === 'Home') return mine[0];
  if (key === 'End') return mine.at(-1);
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined;
  const rows = [...grid.querySelectorAll('[role=row]')].filter((other) => boxesOf(other).length > 0);
  const other = rows[rows.indexOf(row) + (key === 'ArrowUp' ? -1 : 1)];
  if (other === undefined) return undefined;
  // The same column, or else the row's last one before it.
  const column = Number(box.dataset['column'] ?? 0);
  return boxesOf(other).findLast((candidate) => Number(candidate.dataset['column'] ?? 0) <= column);
}
