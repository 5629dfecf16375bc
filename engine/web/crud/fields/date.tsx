import type { DateField } from '@back-office/contract/resource/field.ts';
import { DatePicker, Space } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { ariaOf } from './aria-of.ts';
import { conditionOf, valueOf } from './conditions.ts';
import type { FilterProps, InputKit, InputProps } from './field-kit.ts';

const format = 'YYYY-MM-DD';
const read = (value: unknown): Dayjs | null => (typeof value === 'string' && value !== '' ? dayjs(value) : null);

const DateInput = ({ id, value, onChange, onBlur, ...rest }: InputProps<DateField>) => (
  <DatePicker
    {...ariaOf(rest)}
    {...(id === undefined ? {} : { id })}
    style={{ width: '100%' }}
    format={format}
    value={read(value)}
    onChange={(next: Dayjs | null) => onChange?.(next?.format(format) ?? null)}
    onBlur={() => onBlur?.()}
  />
);

const DateFilter = ({ field, conditions, onChange }: FilterProps<DateField>) => {
  const end = (op: 'ge' | 'le', words: string) => (
    <DatePicker
      style={{ width: '100%' }}
      aria-label={`${field.label}${words}`}
      placeholder={words}
      format={format}
      value={read(valueOf(conditions, op))}
      onChange={(next: Dayjs | null) =>
        onChange([...conditions.filter((other) => other.op !== op), ...conditionOf(op, next?.format(format))])
      }
    />
  );
  return (
    <Space.Compact block>
      {end('ge', '不早于')}
      {end('le', '不晚于')}
    </Space.Compact>
  );
};

export const date: InputKit<DateField> = { Input: DateInput, Filter: DateFilter };
