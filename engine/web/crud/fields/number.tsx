import type { NumberField } from '@back-office/contract/resource/field.ts';
import { InputNumber, Space } from 'antd';
import { ariaOf } from './aria-of.ts';
import { conditionOf, valueOf } from './conditions.ts';
import type { FilterProps, InputKit, InputProps } from './field-kit.ts';

const wide = { width: '100%' };

// Neither min nor max is passed to antd, which would silently change the input; the check says instead why it is refused.
const NumberInput = ({ field, value, onChange, onBlur, ...rest }: InputProps<NumberField>) => (
  <InputNumber
    {...ariaOf(rest)}
    style={wide}
    suffix={field.unit}
    value={typeof value === 'number' ? value : null}
    onChange={(next) => onChange?.(next)}
    onBlur={onBlur}
  />
);

const NumberFilter = ({ field, conditions, onChange }: FilterProps<NumberField>) => {
  const end = (op: 'ge' | 'le', words: string) => (
    <InputNumber
      stringMode
      style={wide}
      aria-label={`${field.label}${words}`}
      placeholder={words}
      value={valueOf(conditions, op) ?? null}
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
