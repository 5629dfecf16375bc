import { CompressOutlined, ExpandOutlined } from '@ant-design/icons';
import { useEffect, useSyncExternalStore } from 'react';
import { createStore } from '../../platform/store/create-store.ts';
import { IconButton } from '../../platform/ui/icon-button.tsx';
import { useShortcut } from '../../platform/keyboard/shortcuts.ts';

const fullTableStore = createStore(false);

/** Whether a list fills the window, with the shell around it hidden (`lists.css`). */
export const useFullTable = (): boolean => useSyncExternalStore(fullTableStore.subscribe, fullTableStore.get);

function showFullTable(full: boolean): void {
  document.documentElement.toggleAttribute('data-full-table', full);
  fullTableStore.set(full);
}

/** 表格全屏: shows only the list, until the button or Escape is pressed, or there is no button: on another page, or where the window is narrow. */
export function FullTableButton() {
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
  const label = full ? '退出表格全屏' : '表格全屏';
  return <IconButton icon={full ? CompressOutlined : ExpandOutlined} label={label} onClick={() => showFullTable(!full)} />;
}
