import type { DictField } from '@back-office/contract/resource/field.ts';
import { Select } from 'antd';
import { ariaOf } from './aria-of.ts';
import { clearable } from './clearable.ts';
import { anyOf, chosen } from './conditions.ts';
import type { FilterProps, InputKit, InputProps } from './field-kit.ts';
import { loadPinyin, matches } from '../../platform/ui/matches.ts';
import { useDict } from './use-dict.ts';
import { usePinyin } from '../../platform/ui/use-pinyin.ts';

const search = {
  filterOption: (query: string, option?: { label: string }) => matches(option?.label ?? '', query),
};

const useChoices = (dict: string) => {
  usePinyin();
  const { options, loading } = useDict(dict);
  return { loading, options: options.map(({ key, label }) => ({ value: key, label })) };
};

function DictInput({ field, value, onChange, onBlur, ...rest }: InputProps<DictField>) {
  return (
    <Select
      {...useChoices(field.dict)}
      {...ariaOf(rest)}
      allowClear={field.required !== true && clearable}
      placeholder="请选择"
      showSearch={search}
      value={value === '' ? null : value}
      onFocus={() => void loadPinyin()}
      onChange={(next) => onChange?.(next ?? null)}
      onBlur={() => onBlur?.()}
    />
  );
}

const DictFilter = ({ field, conditions, onChange }: FilterProps<DictField>) => (
  <Select
    {...useChoices(field.dict)}
    mode="multiple"
    allowClear={clearable}
    aria-label={field.label}
    placeholder="请选择"
    style={{ width: '100%' }}
    showSearch={search}
    value={chosen(conditions)}
    onFocus={() => void loadPinyin()}
    onChange={(values: string[]) => onChange(anyOf(values))}
  />
);

export const dict: InputKit<DictField> = { Input: DictInput, Filter: DictFilter };
