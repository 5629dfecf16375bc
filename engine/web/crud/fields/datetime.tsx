import type { DatetimeField } from '@back-office/contract/resource/field.ts';
import { DatePicker, Space } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { ariaOf } from './aria-of.ts';
import { conditionOf, valueOf } from './conditions.ts';
import type { FilterProps, InputKit, InputProps } from './field-kit.ts';

const format = 'YYYY-MM-DD HH:mm:ss';
const read = (value: unknown): Dayjs | null => (typeof value === 'string' && value !== '' ? dayjs(value) : null);

const DatetimeInput = ({ id, value, onChange, onBlur, ...rest }: InputProps<DatetimeField>) => (
  <DatePicker
    {...ariaOf(rest)}
    {...(id === undefined ? {} : { id })}
    style={{ width: '100%' }}
    showTime
    needConfirm={false}
    format={format}
    value={read(value)}
    onChange={(next: Dayjs | null) => onChange?.(next?.format(format) ?? null)}
    onBlur={() => onBlur?.()}
  />
);

const DatetimeFilter = ({ field, conditions, onChange }: FilterProps<DatetimeField>) => {
  const end = (op: 'ge' | 'le', words: string, time: Dayjs) => (
    <DatePicker
      style={{ width: '100%' }}
      aria-label={`${field.label}${words}`}
      placeholder={words}
      // Whole days unless a time is chosen.
      showTime={{ defaultOpenValue: time }}
      needConfirm={false}
      format={format}
      value={read(valueOf(conditions, op))}
      onChange={(next: Dayjs | null) =>
        onChange([...conditions.filter((other) => other.op !== op), ...conditionOf(op, next?.format(format))])
      }
    />
  );
  return (
    <Space.Compact block>
      {end('ge', '不早于', dayjs().startOf('day'))}
      {end('le', '不晚于', dayjs().endOf('day'))}
    </Space.Compact>
  );
};

export const datetime: InputKit<DatetimeField> = { Input: DatetimeInput, Filter: DatetimeFilter };
