import { Select } from 'antd';
import { asText } from '@back-office/web/crud/fields/as-text.ts';
import type { InputProps } from '@back-office/web/crud/fields/field-kit.ts';
import { useMenuIcons } from '@back-office/web/shell/menu/menu-icon.tsx';
import { NamedIcon } from './icon-cell.tsx';

/** Chooses a function's icon, shown as in the menu. */
export function IconInput({ id, value, onChange, onBlur }: InputProps) {
  const chosen = asText(value);
  const menuIcons = useMenuIcons();
  // An icon unknown to the menu is kept until another is chosen.
  const names = chosen === '' || menuIcons.includes(chosen) ? menuIcons : [chosen, ...menuIcons];
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      allowClear
      showSearch={{ optionFilterProp: 'value' }}
      placeholder="请选择"
      options={names.map((name) => ({ value: name, label: <NamedIcon name={name} /> }))}
      value={chosen === '' ? null : chosen}
      onChange={(next: string | null | undefined) => onChange?.(next ?? null)}
      onBlur={() => onBlur?.()}
    />
  );
}
