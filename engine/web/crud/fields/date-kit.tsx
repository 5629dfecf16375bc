import type { DateField, DatetimeField } from '@back-office/contract/resource/field.ts';
import { Space } from 'antd';
import { DateBound } from '../../platform/ui/date-bound.tsx';
import { DateInput } from '../../platform/ui/date-input.tsx';
import { dateIn, datetimeIn } from '../../platform/ui/read-typed.ts';
import { ariaOf } from './aria-of.ts';
import { conditionOf, valueOf } from './conditions.ts';
import type { FilterProps, InputKit, InputProps } from './field-kit.ts';

/** Input and filter for dates, or with `hasTime` for datetimes; `format` is the wire format. */
function dateKit<Of extends DateField | DatetimeField>(format: string, hasTime: boolean): InputKit<Of> {
  const shared = { format, normalise: hasTime ? datetimeIn : dateIn };
  const Input = ({ value, onChange = () => undefined, onBlur, ...rest }: InputProps<Of>) => (
    <DateInput {...ariaOf(rest)} {...shared} showTime={hasTime} value={value} onType={onChange} onChange={onChange} onBlur={onBlur} eager />
  );
  const Filter = ({ field, conditions, onChange }: FilterProps<Of>) => {
    const end = (op: 'ge' | 'le', words: string, clock: string) => (
      <DateBound
        {...shared}
        label={field.label}
        words={words}
        // Whole days unless a time is chosen.
        clock={hasTime ? clock : undefined}
        value={valueOf(conditions, op)}
        onChange={(next) => onChange([...conditions.filter((other) => other.op !== op), ...conditionOf(op, next)])}
      />
    );
    return (
      <Space.Compact block>
        {end('ge', '不早于', '00:00:00')}
        {end('le', '不晚于', '23:59:59')}
      </Space.Compact>
    );
  };
  return { Input, Filter };
}

export const date = dateKit<DateField>('YYYY-MM-DD', false);
export const datetime = dateKit<DatetimeField>('YYYY-MM-DD HH:mm:ss', true);
