import { parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { Action } from './action.ts';

/** Tells whether the person has a permission on the resource; `write` and `admin` imply every other. */
type May = (permission: string) => boolean;

export type ListButton = 'add' | 'delete' | 'import' | 'export';
export type RowButton = 'read' | 'edit' | 'add' | 'delete';

/** Buttons of a list's toolbar, beside those for everybody: add, delete, import and export, each with its permission (docs/spec.md 6). */
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
 * Row actions: always preview; edit and delete with their permissions, but neither on a row that is not editable (docs/spec.md 6). A node of a tree
 * offers adding a child to people who may add.
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

/** View toolbar: edit is offered with admin, write, edit or add (docs/spec.md 6). */
export const offersEdit = ({ operations }: Resource, may: May): boolean => operations.includes('save') && (may('edit') || may('add'));

/** Further actions of a view: while editing, or with `affix` (docs/spec.md 6). */
export const viewActions = <Subject>(actions: readonly Action<Subject>[], may: May, editing: boolean): Action<Subject>[] =>
  customActions(actions, may).filter(({ affix }) => editing || affix === true);

/** Whether several records may be changed at once: people who may change one may change each of them. */
export const mayBatch = ({ operations, listOptions }: Resource, may: May): boolean =>
  operations.includes('save') && (listOptions?.batch ?? []).length > 0 && may('edit');

/** Custom actions of a page for which the person has the permission. */
export const customActions = <Subject>(actions: readonly Action<Subject>[], may: May): Action<Subject>[] =>
  actions.filter(({ name }) => may(name));

/**
 * Why a save would be refused, or undefined; `locked` is a record that is not editable. The rules above offer `edit` to people who may only add;
 * the server distinguishes the two.
 */
export function saveRefusal({ title }: Resource, may: May, isNew: boolean, locked = false): string | undefined {
  if (may(isNew ? 'add' : 'edit')) return locked ? '这条数据现在不能修改；离开之前，填写的内容还在这里' : undefined;
  if (isNew) return `您没有新增${title}的权限`;
  return may('add') ? `您只能新增${title}，没有修改已有${title}的权限` : `您没有修改${title}的权限`;
}
