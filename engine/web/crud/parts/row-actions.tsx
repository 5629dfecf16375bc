import { MoreOutlined } from '@ant-design/icons';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { Button } from 'antd';
import { DropdownButton } from '../lists/dropdown-button.tsx';
import type { Action } from '../action.ts';

/** What can be done with one row: words where there is room, a menu where there is not. */
export function RowActions({ row, actions, narrow }: { row: AnyRow; actions: readonly Action<AnyRow>[]; narrow: boolean }) {
  if (actions.length === 0) return null;
  if (narrow) {
    const items = actions.map(({ name, label, danger = false }) => ({ key: `${name} ${label}`, label, danger }));
    const run = (key: string) => actions.find(({ name, label }) => key === `${name} ${label}`)?.run(row);
    const menu = { items, onClick: ({ key }: { key: string }) => run(key) };
    return <DropdownButton menu={menu} type="text" size="small" icon={<MoreOutlined aria-hidden />} aria-label="操作" />;
  }
  return (
    <div className="crud-row-actions">
      {actions.map(({ name, label, danger = false, run }) => (
        <Button key={`${name} ${label}`} type="link" size="small" danger={danger} onClick={() => run(row)}>
          {label}
        </Button>
      ))}
    </div>
  );
}
