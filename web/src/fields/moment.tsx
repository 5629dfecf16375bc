import type { MomentField } from '@back-office/contract/resource/field.ts';
import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { conditionOf, valueOf } from './conditions.ts';
import type { FieldKit, FilterProps, InputProps } from './field-kit.ts';
import { TextCell } from './text-cell.tsx';

const format = 'YYYY-MM-DD HH:mm:ss';
const read = (value: unknown): Dayjs | null => (typeof value === 'string' && value !== '' ? dayjs(value) : null);

const MomentInput = ({ id, value, onChange, onBlur }: InputProps<MomentField>) => (
  <DatePicker
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

const MomentFilter = ({ conditions, onChange }: FilterProps<MomentField>) => (
  <DatePicker.RangePicker
    style={{ width: '100%' }}
    // A range of whole days unless a time is chosen.
    showTime={{ defaultOpenValue: [dayjs().startOf('day'), dayjs().endOf('day')] }}
    allowEmpty={[true, true]}
    needConfirm={false}
    format={format}
    value={[read(valueOf(conditions, 'ge')), read(valueOf(conditions, 'le'))]}
    onChange={(range) =>
      onChange([...conditionOf('ge', range?.[0]?.format(format)), ...conditionOf('le', range?.[1]?.format(format))])
    }
  />
);

export const moment: FieldKit<MomentField> = { Cell: TextCell, Input: MomentInput, Filter: MomentFilter };
