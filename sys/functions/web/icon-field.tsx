import { Select } from 'antd';
import { asText } from '@back-office/web/crud/fields/as-text.ts';
import type { CellProps, FieldKit, InputProps } from '@back-office/web/crud/fields/field-kit.ts';
import { menuIcons, MenuIcon } from '@back-office/web/shell/layout/menu-icon.tsx';

const Named = ({ name }: { name: string }) => (
  <span style={{ display: 'inline-flex', alignItems: 'center', gap: 8 }}>
    <MenuIcon name={name} />
    {name}
  </span>
);

const Cell = ({ value }: CellProps) => <Named name={asText(value)} />;

function Input({ id, value, onChange, onBlur }: InputProps) {
  const chosen = asText(value);
  // An icon that the menu does not know stays until another is chosen.
  const names = chosen === '' || menuIcons.includes(chosen) ? menuIcons : [chosen, ...menuIcons];
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      allowClear
      showSearch={{ optionFilterProp: 'value' }}
      placeholder="请选择"
      options={names.map((name) => ({ value: name, label: <Named name={name} /> }))}
      value={chosen === '' ? null : chosen}
      onChange={(next: string | null | undefined) => onChange?.(next ?? null)}
      onBlur={() => onBlur?.()}
    />
  );
}

/** A function's icon, seen and chosen as the menu draws it. */
export const functionIcon: Partial<FieldKit> = { Cell, Input };
