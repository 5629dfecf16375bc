import { parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { Action } from './action.ts';

/** Asks whether the person holds a permission on the resource; `write` and `admin` imply every other. */
type May = (permission: string) => boolean;

export type ListButton = 'add' | 'delete' | 'import' | 'export';
export type RowButton = 'read' | 'edit' | 'add' | 'delete';

/** List toolbar, beside what everybody has: add, delete, import and export each for its permission (docs/spec.md 6). */
export function listButtons({ operations, import: columns }: Resource, may: May): ListButton[] {
  const shown: [ListButton, boolean][] = [
    ['add', may('add') && operations.includes('create')],
    ['delete', may('delete') && operations.includes('delete')],
    ['import', may('import') && operations.includes('save-batch') && columns.length > 0],
    ['export', may('export') && operations.includes('export')],
  ];
  return shown.flatMap(([button, show]) => (show ? [button] : []));
}

/**
 * Row actions: preview always; edit and delete each for its permission, and neither on a row that is not editable
 * (docs/spec.md 6). A node of a tree takes children from whoever may add.
 */
export function rowButtons(resource: Resource, may: May, editable: boolean): RowButton[] {
  const { operations } = resource;
  const shown: [RowButton, boolean][] = [
    ['read', operations.includes('select')],
    ['edit', editable && may('edit') && operations.includes('save')],
    ['add', may('add') && operations.includes('create') && parentFieldOf(resource) !== undefined],
    ['delete', editable && may('delete') && operations.includes('delete')],
  ];
  return shown.flatMap(([button, show]) => (show ? [button] : []));
}

/** View toolbar: admin, write, edit or add gives edit (docs/spec.md 6). */
export const offersEdit = ({ operations }: Resource, may: May): boolean => operations.includes('save') && (may('edit') || may('add'));

/** Further actions of a view: while editing, or flagged `affix` (docs/spec.md 6). */
export const viewActions = <Subject>(actions: readonly Action<Subject>[], may: May, editing: boolean): Action<Subject>[] =>
  customActions(actions, may).filter(({ affix }) => editing || affix === true);

/** Whether several records may be changed at once: whoever may change one may change each of them. */
export const mayBatch = ({ operations, listOptions }: Resource, may: May): boolean =>
  operations.includes('save') && (listOptions?.batch ?? []).length > 0 && may('edit');

/** Custom roles and actions of a page: those whose permission the person holds. */
export const customActions = <Subject>(actions: readonly Action<Subject>[], may: May): Action<Subject>[] =>
  actions.filter(({ name }) => may(name));

/**
 * Why a save would be refused, or undefined. The rules above give `edit` to whoever may only add; the server tells the
 * two apart.
 */
export function saveRefusal({ title }: Resource, may: May, isNew: boolean): string | undefined {
  if (isNew) return may('add') ? undefined : `您没有新增${title}的权限`;
  return may('edit') ? undefined : `您只能新增${title}，没有修改已有${title}的权限`;
}
