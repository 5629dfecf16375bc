import type { KeyboardEvent } from 'react';
import { useCharacterKey, useCommandKey, useShortcuts, type Shortcut } from '../../platform/ui/shortcuts.ts';
import type { Opened } from './use-opened.ts';

/** Where keys mean something else: what is typed into, and what is walked through with the same keys. */
const elsewhere =
  'input, textarea, select, [contenteditable=true], [role=combobox], [role=menu], [role=listbox], [role=tree], [role=radiogroup], [role=tablist], [role=toolbar]';
/** Where they mean the record: in it, and on its row. */
const here = '.record-beside, .record-over, [data-row-key]';

/**
 * The keys of a list with a record beside it: ↑ and ↓ walk, E edits, Ctrl+S saves, Escape closes.
 * `walk` goes so many records further.
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
    if (command || altKey || target.closest(here) === null) return;
    // An open choice takes Escape for itself, and so does what lies over the list.
    const taken = target.getAttribute('aria-expanded') === 'true' || target.closest('.record-over') !== null;
    if (key === 'Escape' && !taken) return act(shown.editing ? leave : close);
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

/** Lists the keys of a record beside its list (`recordKeys`). */
export const useRecordShortcuts = (): void => useShortcuts(besideKeys);

/** E on a record's own page, as beside a list. Drawn where 编辑 is offered. */
export function EditKey({ edit }: { edit: () => void }): null {
  useCharacterKey('E', { title: '编辑', where: '记录页面' }, edit);
  return null;
}

/** Ctrl+S on a record's own page, as beside a list. */
export const useSaveKey = (save: () => void): void => useCommandKey('S', { title: '保存', where: '记录页面' }, save);
