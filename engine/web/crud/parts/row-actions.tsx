import { MoreOutlined } from '@ant-design/icons-svg';
import { Glyph } from '../../platform/ui/glyph.tsx';
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

/** What can be done with one row: words where there is room (no buttons of antd's, which are six elements each), a menu where there is not. */
export function RowActions<Row>({ row, called, actions, narrow }: RowActionsProps<Row>) {
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
      icon={<Glyph of={MoreOutlined} />}
      aria-label={`${narrow ? '操作' : '更多'}${called}`}
    />
  );
  if (narrow) return menu;
  // What cannot be taken back lightly stands last.
  words.sort((one, other) => Number(one.danger ?? false) - Number(other.danger ?? false));
  return (
    <div className="crud-row-actions">
      {words.map((action) => (
        <button
          key={keyOf(action)}
          type="button"
          className="link-button row-action"
          data-danger={action.danger ?? false}
          aria-label={`${action.label}${called}`}
          onClick={() => action.run(row)}
        >
          {action.label}
        </button>
      ))}
      {menu}
    </div>
  );
}
