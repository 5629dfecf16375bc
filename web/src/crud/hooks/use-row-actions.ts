import { parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { useMay } from '../../session/use-may.ts';
import type { Action } from '../action.ts';

interface Ways {
  open: (row: AnyRow, editing: boolean) => void;
  addBeneath: (row: AnyRow) => void;
  remove: (rows: readonly AnyRow[]) => void;
  /** A row that is not editable offers neither edit nor delete. */
  editable?: ((row: AnyRow) => boolean) | undefined;
  more?: readonly Action<AnyRow>[] | undefined;
}

/** The actions of a row by the person's rights (spec.md 6): preview, edit, delete, then those of the page itself. */
export function useRowActions(resource: Resource, { open, addBeneath, remove, editable, more = [] }: Ways): (row: AnyRow) => Action<AnyRow>[] {
  const may = useMay(resource.name);
  const answers = (operation: Resource['operations'][number]) => resource.operations.includes(operation);
  const all: (Action<AnyRow> & { offered: boolean; changes: boolean })[] = [
    { name: 'read', label: '查看', run: (row) => open(row, false), offered: answers('select'), changes: false },
    { name: 'edit', label: '编辑', run: (row) => open(row, true), offered: answers('save'), changes: true },
    { name: 'add', label: '添加下级', run: addBeneath, offered: answers('save') && parentFieldOf(resource) !== undefined, changes: false },
    ...more.map((action) => ({ ...action, offered: true, changes: false })),
    { name: 'delete', label: '删除', danger: true, run: (row) => remove([row]), offered: answers('delete'), changes: true },
  ];
  const allowed = all.filter(({ name, offered }) => offered && (name === 'read' || may(name)));
  return (row) => allowed.filter(({ changes }) => !changes || editable?.(row) !== false);
}
