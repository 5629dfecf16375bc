import type { TextsField } from '@back-office/contract/resource/field.ts';
import { TreeSelect } from 'antd';
import { ariaOf } from '@back-office/web/crud/fields/aria-of.ts';
import { asIds } from '@back-office/web/crud/fields/as-text.ts';
import type { InputProps } from '@back-office/web/crud/fields/field-kit.ts';
import './grouped-select.css';

/** A resource, and the choices within it. */
export interface ChoiceGroup {
  value: string;
  title: string;
  children: { value: string; title: string }[];
}

interface GroupedSelectProps extends InputProps<TextsField> {
  groups: ChoiceGroup[];
  placeholder: string;
}

/** Selects texts such as `sys/user:read`, grouped by resource; ticking a resource selects all within it. */
export const GroupedSelect = ({ value, onChange, onBlur, groups, placeholder, ...rest }: GroupedSelectProps) => (
  <TreeSelect
    {...ariaOf(rest)}
    treeCheckable
    classNames={{ popup: { root: 'grouped-choices' } }}
    showSearch
    allowClear
    treeNodeFilterProp="title"
    showCheckedStrategy={TreeSelect.SHOW_CHILD}
    placeholder={placeholder}
    style={{ width: '100%' }}
    treeData={groups}
    value={asIds(value)}
    onChange={(next: string[]) => onChange?.(next)}
    onBlur={() => onBlur?.()}
  />
);
