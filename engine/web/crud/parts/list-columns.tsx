import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import type { TableColumnsType } from 'antd';
import type { HTMLAttributes, MouseEvent } from 'react';
import { asText } from '../fields/as-text.ts';
import { columnWidth, isPinned, type ListColumn } from '../lists/list-column.ts';
import type { Action } from '../action.ts';
import { ListCell } from './list-cell.tsx';
import { mostWords, RowActions } from './row-actions.tsx';

interface Columns {
  resource: Resource;
  /** Those that are shown, in order. */
  columns: readonly ListColumn[];
  /** `field:asc` or `field:desc`. */
  sort: string | undefined;
  tree: boolean;
  narrow: boolean;
  actionsOf: (row: AnyRow) => readonly Action<AnyRow>[];
  switchable: (row: AnyRow) => boolean;
  /** What each row can have done with it: the column has room for the most. */
  offered: readonly (readonly Action<AnyRow>[])[];
}

const headerOf = (name: string): HTMLAttributes<HTMLElement> & { 'data-column': string } => ({ 'data-column': name });

/** The columns of a list as antd's table takes them, and the actions at the end. */
export function listColumns({ resource, columns, sort, tree, narrow, actionsOf, switchable, offered }: Columns): TableColumnsType<AnyRow> {
  const [sorted, direction] = (sort ?? '').split(':');
  const fields = columns.map((column, at): TableColumnsType<AnyRow>[number] => {
    const { name, width } = column;
    const field = fieldOf(resource, name);
    const room = width ?? (field.width ?? columnWidth.usual) + (tree && at === 0 ? 40 : 0);
    return {
      key: name,
      // On a phone a pinned column would leave no room for the others.
      ...(isPinned(resource, column) && !narrow ? { fixed: 'start' } : {}),
      title: field.label,
      width: room,
      align: field.kind === 'number' ? 'right' : 'left',
      ellipsis: { showTitle: false },
      sorter: resource.search.includes(name),
      sortOrder: sorted !== name ? null : direction === 'asc' ? 'ascend' : 'descend',
      showSorterTooltip: false,
      // antd's two icons are thirteen elements in every heading, each of which it draws twice.
      sortIcon: ({ sortOrder }) => <span className="list-sort" data-order={sortOrder} />,
      onHeaderCell: () => headerOf(name),
      onCell: () => ({ onMouseEnter: titleWhereCut }),
      render: (_value: unknown, row: AnyRow) => (
        <ListCell resource={resource} name={name} row={row} width={room} switchable={switchable(row)} />
      ),
    };
  });
  // Widths that somebody chose are not stretched: what is left of the table is a column without anything in it.
  const rest = columns.some(({ width }) => width !== undefined) ? [{ key: 'rest', className: 'list-rest' }] : [];
  if (offered.every(({ length }) => length === 0)) return [...fields, ...rest];
  const roomFor = (actions: readonly Action<AnyRow>[]): number =>
    actions.slice(0, mostWords).reduce((sum, { label }) => sum + label.length * 14 + 18, actions.length > mostWords ? 50 : 24);
  return [
    ...fields,
    ...rest,
    {
      key: 'actions',
      title: narrow ? <span className="visually-hidden">操作</span> : '操作',
      width: narrow ? 48 : Math.max(80, ...offered.map(roomFor)),
      fixed: 'end' as const,
      align: narrow ? ('center' as const) : ('left' as const),
      render: (_value: unknown, row: AnyRow) => (
        <RowActions row={row} called={asText(row[resource.label])} actions={actionsOf(row)} narrow={narrow} />
      ),
    },
  ];
}

/** A cell whose text is cut shows the whole of it under the pointer. */
function titleWhereCut({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.title = currentTarget.scrollWidth > currentTarget.clientWidth ? (currentTarget.textContent ?? '') : '';
}
