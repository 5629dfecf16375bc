import { fieldOf, parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import type { TableColumnsType } from 'antd';
import type { MouseEvent } from 'react';
import { FieldValue } from '../../fields/field-value.tsx';
import type { Action } from '../action.ts';
import { RowActions } from './row-actions.tsx';

interface Columns {
  resource: Resource;
  /** `field:asc` or `field:desc`. */
  sort: string | undefined;
  /** As a tree the place of a row says what its parent is. */
  tree: boolean;
  narrow: boolean;
  actionsOf: (row: AnyRow) => readonly Action<AnyRow>[];
  /** Most actions any row can have, which is what the column is wide for. */
  widest: readonly Action<AnyRow>[];
}

const usualWidth = 150;

/** The columns of a list as `resource.list` names them, and the actions at the end. */
export function listColumns({ resource, sort, tree, narrow, actionsOf, widest }: Columns): TableColumnsType<AnyRow> {
  const names = resource.list.filter((name) => !tree || name !== parentFieldOf(resource));
  const [sorted, direction] = (sort ?? '').split(':');
  const fields = names.map((name) => {
    const field = fieldOf(resource, name);
    return {
      key: name,
      title: field.label,
      width: (field.width ?? usualWidth) + (tree && name === names[0] ? 40 : 0),
      align: field.kind === 'number' ? ('right' as const) : ('left' as const),
      ellipsis: { showTitle: false },
      sorter: resource.search.includes(name),
      sortOrder: sorted !== name ? null : direction === 'asc' ? ('ascend' as const) : ('descend' as const),
      showSorterTooltip: false,
      onCell: () => ({ onMouseEnter: titleWhereCut }),
      render: (_value: unknown, row: AnyRow) => (
        <FieldValue resource={resource} name={name} row={row} plain={field.kind === 'longText' || field.kind === 'json'} />
      ),
    };
  });
  if (widest.length === 0) return fields;
  const words = widest.reduce((sum, { label }) => sum + label.length * 14 + 18, 24);
  return [
    ...fields,
    {
      key: 'actions',
      title: narrow ? <span className="visually-hidden">操作</span> : '操作',
      width: narrow ? 48 : Math.max(words, 80),
      fixed: 'end' as const,
      align: narrow ? ('center' as const) : ('left' as const),
      render: (_value: unknown, row: AnyRow) => <RowActions row={row} actions={actionsOf(row)} narrow={narrow} />,
    },
  ];
}

/** A cell whose text is cut shows the whole of it under the pointer. */
function titleWhereCut({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.title = currentTarget.scrollWidth > currentTarget.clientWidth ? (currentTarget.textContent ?? '') : '';
}
