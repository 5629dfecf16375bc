import { MoreOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { DropdownButton } from '../lists/dropdown-button.tsx';
import type { Action } from '../action.ts';

/** Most words in a row; what is more stands in a menu. */
export const mostWords = 3;

interface RowActionsProps<Row> {
  row: Row;
  /** What the row is called: who hears a button alone hears whose it is. */
  called: string;
  /** In the order of their weight: the first ones are words. */
  actions: readonly Action<Row>[];
  narrow: boolean;
}

const keyOf = ({ name, label }: Pick<Action<never>, 'name' | 'label'>): string => `${name} ${label}`;

/** What can be done with one row: words where there is room, a menu where there is not. */
export function RowActions<Row>({ row, called, actions, narrow }: RowActionsProps<Row>) {
  if (actions.length === 0) return null;
  const words = narrow ? [] : actions.slice(0, mostWords);
  const rest = actions.slice(words.length);
  const items = rest.map((action) => ({
    key: keyOf(action),
    label: action.label,
    danger: action.danger ?? false,
    onClick: () => action.run(row),
  }));
  const menu = rest.length > 0 && (
    <DropdownButton
      actions={items}
      type="text"
      size="small"
      icon={<MoreOutlined aria-hidden />}
      aria-label={`${narrow ? '操作' : '更多'}${called}`}
    />
  );
  if (narrow) return menu;
  // What cannot be taken back lightly stands last.
  const sorted = words.toSorted((one, other) => Number(one.danger ?? false) - Number(other.danger ?? false));
  return (
    <div className="crud-row-actions">
      {sorted.map((action) => (
        <Button
          key={keyOf(action)}
          type="link"
          size="small"
          danger={action.danger ?? false}
          aria-label={`${action.label}${called}`}
          onClick={() => action.run(row)}
        >
          {action.label}
        </Button>
      ))}
      {menu}
    </div>
  );
}
