import { MoreOutlined } from '@ant-design/icons-svg';
import { Glyph } from '../../platform/ui/glyph.tsx';
import { DropdownButton } from '../lists/dropdown-button.tsx';
import type { Action } from '../action.ts';

/** Maximum number of actions shown as text in a row; the rest are in a menu. */
export const maxTextActions = 3;

interface RowActionsProps<Row> {
  row: Row;
  /** The row's name, which screen readers add to each button. */
  called: string;
  /** Most important first: the first ones are shown as text. */
  actions: readonly Action<Row>[];
  narrow: boolean;
}

const keyOf = ({ name, label }: Pick<Action<never>, 'name' | 'label'>): string => `${name} ${label}`;

/** The actions of a row: as text where there is room (not as antd buttons, which are six elements each), otherwise as a menu. */
export function RowActions<Row>({ row, called, actions, narrow }: RowActionsProps<Row>) {
  const words = narrow ? [] : actions.slice(0, maxTextActions);
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
  // Dangerous actions come last.
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
