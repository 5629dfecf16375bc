import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import type { TableColumnsType } from 'antd';
import type { HTMLAttributes, MouseEvent } from 'react';
import { asText } from '../fields/as-text.ts';
import { fitColumnWidths } from '../../platform/ui/fit-column-widths.ts';
import { columnWidth, isPinned, type ListColumn } from '../lists/list-column.ts';
import type { Action } from '../action.ts';
import { ListCell } from './list-cell.tsx';
import { maxTextActions, RowActions } from './row-actions.tsx';

interface Columns {
  resource: Resource;
  /** The visible columns, in order. */
  columns: readonly ListColumn[];
  /** `field:asc` or `field:desc`. */
  sort: string | undefined;
  tree: boolean;
  narrow: boolean;
  /** The width for columns and actions, in pixels; 0 while unknown. */
  room: number;
  actionsOf: (row: AnyRow) => readonly Action<AnyRow>[];
  switchable: (row: AnyRow) => boolean;
  /** The actions of each row: the column is wide enough for the longest set. */
  offered: readonly (readonly Action<AnyRow>[])[];
}

const headerOf = (name: string): HTMLAttributes<HTMLElement> & { 'data-column': string } => ({ 'data-column': name });

/** The columns of a list as antd's table takes them, and the actions at the end. */
export function listColumns(given: Columns): TableColumnsType<AnyRow> {
  const { resource, columns, sort, tree, narrow, room, actionsOf, switchable, offered } = given;
  const [sorted, direction] = (sort ?? '').split(':');
  const roomFor = (actions: readonly Action<AnyRow>[]): number =>
    actions.slice(0, maxTextActions).reduce((sum, { label }) => sum + label.length * 14 + 18, actions.length > maxTextActions ? 40 : 16);
  const actionsWidth = offered.every(({ length }) => length === 0) ? 0 : narrow ? 48 : Math.max(80, ...offered.map(roomFor));
  const chosen = columns.some(({ width }) => width !== undefined);
  const widths = fitColumnWidths(
    columns.map(({ name, width }, at) => width ?? (fieldOf(resource, name).width ?? columnWidth.usual) + (tree && at === 0 ? 40 : 0)),
    chosen ? Infinity : room - actionsWidth,
  );
  const fields = columns.map((column, at): TableColumnsType<AnyRow>[number] => {
    const { name } = column;
    const field = fieldOf(resource, name);
    const width = widths[at] ?? columnWidth.usual;
    return {
      key: name,
      // On a phone a pinned column would leave no room for the others.
      ...(isPinned(resource, column) && !narrow ? { fixed: 'start' } : {}),
      title: field.label,
      width,
      align: field.kind === 'number' ? 'right' : 'left',
      ellipsis: { showTitle: false },
      sorter: resource.search.includes(name),
      sortOrder: sorted !== name ? null : direction === 'asc' ? 'ascend' : 'descend',
      showSorterTooltip: false,
      // antd's two icons are thirteen elements in every header cell, each rendered twice.
      sortIcon: ({ sortOrder }) => <span className="list-sort" data-order={sortOrder} />,
      onHeaderCell: () => headerOf(name),
      onCell: () => ({ onMouseEnter: titleWhereCut }),
      render: (_value: unknown, row: AnyRow) => (
        <ListCell resource={resource} name={name} row={row} width={width} switchable={switchable(row)} />
      ),
    };
  });
  // Chosen widths are not stretched: an empty column takes the remaining space.
  const rest = chosen ? [{ key: 'rest', className: 'list-rest' }] : [];
  if (actionsWidth === 0) return [...fields, ...rest];
  return [
    ...fields,
    ...rest,
    {
      key: 'actions',
      className: 'list-actions',
      title: narrow ? <span className="visually-hidden">操作</span> : '操作',
      width: actionsWidth,
      fixed: 'end' as const,
      align: narrow ? ('center' as const) : ('left' as const),
      render: (_value: unknown, row: AnyRow) => (
        <RowActions row={row} called={asText(row[resource.label])} actions={actionsOf(row)} narrow={narrow} />
      ),
    },
  ];
}

/** Shows the full text of a cut-off cell as its tooltip. */
function titleWhereCut({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.title = currentTarget.scrollWidth > currentTarget.clientWidth ? (currentTarget.textContent ?? '') : '';
}
