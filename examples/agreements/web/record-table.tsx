import { Table } from 'antd';
import { type AnyRow, fieldOf, type Resource } from 'back-office/contract';
import { FieldValue } from 'back-office/web';
import type { ReactNode } from 'react';

interface RecordTableProps {
  resource: Resource;
  names: readonly string[];
  /** Undefined until they are read. */
  rows: readonly AnyRow[] | undefined;
  /** What stands at the end of each. */
  last?: ((row: AnyRow) => ReactNode) | undefined;
}

/** Records as a small table within another record's tab. */
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
