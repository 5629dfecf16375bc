import type { NumberField } from '@back-office/contract/resource/field.ts';
import { InputNumber, Space } from 'antd';
import { NumberBound } from '../../platform/ui/number-bound.tsx';
import { numberIn, parseDigits } from '../../platform/ui/read-typed.ts';
import { ariaOf } from './aria-of.ts';
import { conditionOf, valueOf } from './conditions.ts';
import type { FilterProps, InputKit, InputProps } from './field-kit.ts';

const wide = { width: '100%' };

// Neither min nor max is passed to antd, which would silently change the input; the check says instead why it is refused, as it does of a text that
// is no number.
const NumberInput = ({ field, value, onChange, onBlur, ...rest }: InputProps<NumberField>) => (
  <InputNumber<string | number>
    {...ariaOf(rest)}
    style={wide}
    suffix={field.unit}
    parser={parseDigits}
    value={typeof value === 'number' || typeof value === 'string' ? value : null}
    onChange={(next) => onChange?.(next)}
    onInput={(text) => onChange?.(text.trim() === '' ? null : (numberIn(text) ?? text))}
    onBlur={onBlur}
  />
);

const NumberFilter = ({ field, conditions, onChange }: FilterProps<NumberField>) => {
  const end = (op: 'ge' | 'le', words: string) => (
    <NumberBound
      label={field.label}
      words={words}
      value={valueOf(conditions, op)}
      onChange={(next) => onChange([...conditions.filter((other) => other.op !== op), ...conditionOf(op, next)])}
    />
  );
  return (
    <Space.Compact block>
      {end('ge', '不小于')}
      {end('le', '不大于')}
    </Space.Compact>
  );
};

export const number: InputKit<NumberField> = { Input: NumberInput, Filter: NumberFilter };
