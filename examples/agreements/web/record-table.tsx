import { Table } from 'antd';
import { type AnyRow, fieldOf, type Resource } from 'back-office/contract';
import { FieldValue } from 'back-office/web';
import type { ReactNode } from 'react';

interface RecordTableProps {
  resource: Resource;
  names: readonly string[];
  /** Undefined until they are loaded. */
  rows: readonly AnyRow[] | undefined;
  /** The content at the end of each row. */
  last?: ((row: AnyRow) => ReactNode) | undefined;
}

/** A small table of records within another record's tab. */
export function RecordTable({ resource, names, rows, last }: RecordTableProps) {
  const columns = names.map((name) => ({
    key: name,
    title: fieldOf(resource, name).label,
    render: (_value: unknown, row: AnyRow) => <FieldValue resource={resource} name={name} row={row} />,
  }));
  const lastColumn = last === undefined ? [] : [{ key: 'last', title: '操作', render: (_value: unknown, row: AnyRow) => last(row) }];
  return (
    <Table<AnyRow>
      rowKey="id"
      size="small"
      loading={rows === undefined}
      pagination={false}
      dataSource={[...(rows ?? [])]}
      columns={[...columns, ...lastColumn]}
    />
  );
}
