import type { BooleanField } from '@back-office/contract/resource/field.ts';
import { Radio, Select } from 'antd';
import { ariaOf } from './aria-of.ts';
import { clearable } from './clearable.ts';
import { anyOf, chosen } from './conditions.ts';
import type { FilterProps, InputKit, InputProps } from './field-kit.ts';

const options = ['是', '否'].map((value) => ({ value, label: value }));

const BooleanInput = ({ field, value, onChange, ...rest }: InputProps<BooleanField>) => (
  <Radio.Group
    {...ariaOf(rest)}
    aria-label={field.label}
    options={options}
    value={value}
    onChange={(event) => onChange?.(event.target.value)}
  />
);

const BooleanFilter = ({ field, conditions, onChange }: FilterProps<BooleanField>) => (
  <Select
    allowClear={clearable}
    aria-label={field.label}
    placeholder="请选择"
    style={{ width: '100%' }}
    options={options}
    value={chosen(conditions)[0] ?? null}
    onChange={(value: string | undefined) => onChange(anyOf(value === undefined ? [] : [value]))}
  />
);

export const boolean: InputKit<BooleanField> = { Input: BooleanInput, Filter: BooleanFilter };
