import { useEffect, useSyncExternalStore } from 'react';
import { useShortcut } from '../../platform/ui/shortcuts.ts';
import { createStore } from '../../platform/store/create-store.ts';

const shown = createStore(false);

/** Whether a list has the whole window: the shell around it is hidden (`lists.css`). */
export const useFullTable = (): boolean => useSyncExternalStore(shown.subscribe, shown.get);

/** Gives the list the whole window, or gives it back. */
export function showFullTable(full: boolean): void {
  document.documentElement.toggleAttribute('data-full-table', full);
  shown.set(full);
}

/** Gives the window back with Escape, and when another page is shown. */
export function useLeaveFullTable(): void {
  const full = useFullTable();
  useShortcut({ keys: ['Esc'], title: '退出表格全屏', where: '列表' });
  useEffect(() => {
    if (!full) return undefined;
    const leave = (event: KeyboardEvent): void => {
      const within = event.target instanceof Element && event.target.closest('[role="dialog"], [role="menu"], [role="combobox"]') !== null;
      if (event.key === 'Escape' && !event.defaultPrevented && !within) showFullTable(false);
    };
    addEventListener('keydown', leave);
    return () => removeEventListener('keydown', leave);
  }, [full]);
  useEffect(() => () => showFullTable(false), []);
}
