import { afterTab, within, type Selection, type Size } from './selection.ts';
import type { Place } from '../table/table-state.ts';

/** What a key means while no cell is being edited. */
export type KeyAction =
  | { kind: 'move'; to: Place; extend: boolean }
  | { kind: 'edit' | 'clear' | 'undo' | 'redo' | 'all' | 'removeRows' | 'leave' };

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** The meaning of a key in the grid; undefined for a key that the browser handles, or that starts editing. `page` rows fit on the screen. */
export function keyAction(
  { key, ctrlKey, metaKey, shiftKey, altKey }: Key,
  { active }: Selection,
  size: Size,
  page: number,
): KeyAction | undefined {
  if (altKey) return key === 'Enter' ? { kind: 'edit' } : undefined;
  const ctrl = ctrlKey || metaKey;
  if (key === 'Tab') {
    const to = ctrl ? undefined : afterTab(active, shiftKey, size);
    return to && { kind: 'move', to, extend: false };
  }
  if (key === 'Enter') return { kind: 'move', to: within({ ...active, row: active.row + (shiftKey ? -1 : 1) }, size), extend: false };
  if (key === 'F2') return { kind: 'edit' };
  if (key === 'Escape') return { kind: 'leave' };
  if (key === 'Delete' || key === 'Backspace') return { kind: ctrl ? 'removeRows' : 'clear' };
  if (ctrl && commands[key.toLowerCase()] !== undefined)
    return { kind: key.toLowerCase() === 'z' && shiftKey ? 'redo' : (commands[key.toLowerCase()] ?? 'undo') };
  const to = moves[key]?.(active, ctrl, page, size);
  return to && { kind: 'move', to: within(to, size), extend: shiftKey };
}

const commands: Readonly<Record<string, 'undo' | 'redo' | 'all'>> = { z: 'undo', y: 'redo', a: 'all' };

const moves: Readonly<Record<string, (from: Place, far: boolean, page: number, size: Size) => Place>> = {
  ArrowUp: ({ row, column }, far) => ({ row: far ? 0 : row - 1, column }),
  ArrowDown: ({ row, column }, far, _page, { rows }) => ({ row: far ? rows - 1 : row + 1, column }),
  ArrowLeft: ({ row, column }, far) => ({ row, column: far ? 0 : column - 1 }),
  ArrowRight: ({ row, column }, far, _page, { columns }) => ({ row, column: far ? columns - 1 : column + 1 }),
  Home: ({ row }, far) => ({ row: far ? 0 : row, column: 0 }),
  End: ({ row }, far, _page, { rows, columns }) => ({ row: far ? rows - 1 : row, column: columns - 1 }),
  PageUp: ({ row, column }, _far, page) => ({ row: row - page, column }),
  PageDown: ({ row, column }, _far, page) => ({ row: row + page, column }),
};
