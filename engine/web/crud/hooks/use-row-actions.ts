import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import type { Values } from '../fields/field-kit.ts';
import { useMay } from '../../platform/session/use-may.ts';
import type { Action } from '../action.ts';
import { customActions, rowButtons, type RowButton } from '../screen-rules.ts';

export interface RowHandlers {
  open: (row: AnyRow, editing: boolean) => void;
  addBeneath: (row: AnyRow) => void;
  remove: (rows: readonly AnyRow[]) => void;
  removeLabel?: string | undefined;
  /** A row that is not editable offers neither edit nor delete. */
  editable?: ((row: Values) => boolean) | undefined;
  /** A row that is not removable offers no delete. */
  removable?: ((row: Values) => boolean) | undefined;
  more?: readonly Action<AnyRow>[] | undefined;
}

interface RowActions {
  /** The actions of a row: preview, edit, delete, then the page's own, most important first. */
  inRow: (row: AnyRow) => Action<AnyRow>[];
  /** The further actions of an open record, which has its own edit button. */
  inRecord: (row: AnyRow) => Action<AnyRow>[];
}

/** The actions of a row that the person's rights allow (docs/spec.md 6). */
export function useRowActions(
  resource: Resource,
  { open, addBeneath, remove, removeLabel = '删除', editable, removable, more = [] }: RowHandlers,
): RowActions {
  const may = useMay(resource.name);
  const actions: Record<RowButton, Action<AnyRow>> = {
    read: { name: 'read', label: '查看', run: (row) => open(row, false) },
    edit: { name: 'edit', label: '编辑', run: (row) => open(row, true) },
    add: { name: 'add', label: '添加下级', run: addBeneath },
    delete: { name: 'delete', label: removeLabel, danger: true, run: (row) => remove([row]) },
  };
  const custom = customActions(more, may);
  const builtInActions = (row: AnyRow, ...buttons: RowButton[]) =>
    rowButtons(resource, may, editable?.(row) !== false)
      .filter((button) => buttons.includes(button) && (button !== 'delete' || removable?.(row) !== false))
      .map((button) => actions[button]);
  const own = (row: AnyRow) => custom.filter((action) => action.offered?.(row) !== false);
  return {
    // The specification's actions first, then the page's own: those that do not fit go into a menu.
    inRow: (row) => [...builtInActions(row, 'read', 'edit', 'delete'), ...own(row), ...builtInActions(row, 'add')],
    inRecord: (row) => [...own(row), ...builtInActions(row, 'add'), ...builtInActions(row, 'delete')],
  };
}
