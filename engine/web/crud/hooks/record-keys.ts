import type { KeyboardEvent } from 'react';
import { useCharacterKey, useCommandKey, useShortcuts, type Shortcut } from '../../platform/keyboard/shortcuts.ts';
import type { Opened } from './use-opened.ts';

/** Elements that use these keys themselves: text inputs, and widgets navigated by arrow keys. */
const elsewhere =
  'input, textarea, select, [contenteditable=true], [role=combobox], [role=menu], [role=listbox], [role=tree], [role=radiogroup], [role=tablist], [role=toolbar]';
/** Elements where the keys apply to the record: the record itself, and its row. */
const recordSelector = '.record-beside, .record-over, [data-row-key]';

/**
 * The keys of a list with a record beside it: ↑ and ↓ move, E edits, Ctrl+S saves, Escape closes.
 * `walk` moves by the given number of records.
 */
export const recordKeys =
  ({ shown, submit, beginEdit, leave, close }: Opened, walk: (step: number) => void) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (shown === undefined || event.defaultPrevented || !(target instanceof Element)) return;
    const command = ctrlKey || metaKey;
    const act = (run: () => void): void => {
      event.preventDefault();
      event.stopPropagation();
      run();
    };
    if (key.toLowerCase() === 's' && command && !altKey && !shiftKey) return act(submit);
    if (command || altKey || target.closest(recordSelector) === null) return;
    // What is open at the input handles Escape itself, and so does a record shown over the list.
    const handlesEscape = target.matches(
      '[aria-expanded=true], [data-open=true], .ant-select[data-open=true] *, .record-over, .record-over *',
    );
    if (key === 'Escape' && !handlesEscape) return act(shown.editing ? leave : close);
    if (shiftKey || shown.editing || target.closest(elsewhere) !== null) return;
    if (key === 'ArrowUp') act(() => walk(-1));
    if (key === 'ArrowDown') act(() => walk(1));
    if (key.toLowerCase() === 'e') act(beginEdit);
  };

const where = '列表旁的记录';
const besideKeys: readonly Shortcut[] = [
  { keys: ['↑ ↓'], title: '走到上一条、下一条', where },
  { keys: ['E'], title: '编辑', where },
  { keys: ['Ctrl', 'S'], title: '保存', where },
  { keys: ['Esc'], title: '离开编辑，或关闭', where },
];

/** Lists the keys of `recordKeys` in the help on shortcuts. */
export const useRecordShortcuts = (): void => useShortcuts(besideKeys);

/** Binds E on a record's own page, as beside a list. Rendered where 编辑 is offered. */
export function EditKey({ edit }: { edit: () => void }): null {
  useCharacterKey('E', { title: '编辑', where: '记录页面' }, edit);
  return null;
}

/** Binds Ctrl+S on a record's own page, as beside a list. */
export const useSaveKey = (save: () => void): void => useCommandKey('S', { title: '保存', where: '记录页面' }, save);
