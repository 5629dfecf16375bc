import type { DictField } from '@back-office/contract/resource/field.ts';
import { Select, Tag } from 'antd';
import { ariaOf } from './aria-of.ts';
import { asText } from './as-text.ts';
import { clearable } from './clearable.ts';
import { anyOf, chosen } from './conditions.ts';
import type { CellProps, FieldKit, FilterProps, InputProps } from './field-kit.ts';
import { loadPinyin, matches } from './matches.ts';
import { useDict } from './use-dict.ts';
import { usePinyin } from './use-pinyin.ts';

function DictCell({ field, value, plain }: CellProps<DictField>) {
  const { options } = useDict(field.dict);
  const key = asText(value);
  const option = options.find((one) => one.key === key);
  // A value without an entry is shown as it is: the entry may have been removed since.
  if (option === undefined || plain) return <>{option?.label ?? key}</>;
  return <Tag style={option.colour === null ? {} : tinted(option.colour)}>{option.label}</Tag>;
}

// The entry's colour as background and border only: as text it has too little contrast in one theme or the other.
const tinted = (colour: string) => ({
  color: 'var(--text)',
  background: `color-mix(in srgb, ${colour} 18%, transparent)`,
  borderColor: `color-mix(in srgb, ${colour} 55%, transparent)`,
});

const search = {
  filterOption: (query: string, option?: { label: string }) => matches(option?.label ?? '', query),
};

const useChoices = (dict: string) => {
  usePinyin();
  const { options, loading } = useDict(dict);
  return { loading, options: options.map(({ key, label }) => ({ value: key, label })) };
};

function DictInput({ field, id, value, onChange, onBlur, ...rest }: InputProps<DictField>) {
  return (
    <Select
      {...useChoices(field.dict)}
      {...ariaOf(rest)}
      {...(id === undefined ? {} : { id })}
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

export const dict: FieldKit<DictField> = { Cell: DictCell, Input: DictInput, Filter: DictFilter };
