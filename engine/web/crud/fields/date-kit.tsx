import type { DateField, DatetimeField } from '@back-office/contract/resource/field.ts';
import { Space } from 'antd';
import type { Dayjs } from 'dayjs';
import { DatePicker } from '../../platform/ui/date-picker.ts';
import { wallClock } from '../../platform/ui/wall-clock.ts';
import { ariaOf } from './aria-of.ts';
import { conditionOf, valueOf } from './conditions.ts';
import type { FilterProps, InputKit, InputProps } from './field-kit.ts';

const read = (value: unknown): Dayjs | null => (typeof value === 'string' && value !== '' ? wallClock(value) : null);

/** Input and filter for dates, or with `hasTime` for datetimes; `format` is the wire format. */
function dateKit<Of extends DateField | DatetimeField>(format: string, hasTime: boolean): InputKit<Of> {
  const shared = { style: { width: '100%' }, format, needConfirm: false } as const;
  const Input = ({ value, onChange, onBlur, ...rest }: InputProps<Of>) => (
    <DatePicker
      {...ariaOf(rest)}
      {...shared}
      showTime={hasTime}
      value={read(value)}
      onChange={(next: Dayjs | null) => onChange?.(next?.format(format) ?? null)}
      onBlur={() => onBlur?.()}
    />
  );
  const Filter = ({ field, conditions, onChange }: FilterProps<Of>) => {
    const end = (op: 'ge' | 'le', words: string, time: Dayjs) => (
      <DatePicker
        {...shared}
        aria-label={`${field.label}${words}`}
        placeholder={words}
        // Whole days unless a time is chosen.
        showTime={hasTime && { defaultOpenValue: time }}
        value={read(valueOf(conditions, op))}
        onChange={(next: Dayjs | null) =>
          onChange([...conditions.filter((other) => other.op !== op), ...conditionOf(op, next?.format(format))])
        }
      />
    );
    return (
      <Space.Compact block>
        {end('ge', '不早于', wallClock('00:00:00', 'HH:mm:ss'))}
        {end('le', '不晚于', wallClock('23:59:59', 'HH:mm:ss'))}
      </Space.Compact>
    );
  };
  return { Input, Filter };
}

export const date = dateKit<DateField>('YYYY-MM-DD', false);
export const datetime = dateKit<DatetimeField>('YYYY-MM-DD HH:mm:ss', true);
