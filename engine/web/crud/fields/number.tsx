import type { NumberField } from '@back-office/contract/resource/field.ts';
import { InputNumber, Space } from 'antd';
import { ariaOf } from './aria-of.ts';
import { asText } from './as-text.ts';
import { conditionOf, valueOf } from './conditions.ts';
import type { CellProps, FieldKit, FilterProps, InputProps } from './field-kit.ts';

const wide = { width: '100%' };

function NumberCell({ field, value }: CellProps<NumberField>) {
  const shown = typeof value === 'number' && field.decimals !== undefined ? value.toFixed(field.decimals) : asText(value);
  return <>{field.unit === undefined ? shown : `${shown} ${field.unit}`}</>;
}

// Neither min nor max is given to antd: it would silently change what was typed, where the check says why it is
// refused.
const NumberInput = ({ field, id, value, onChange, onBlur, ...rest }: InputProps<NumberField>) => (
  <InputNumber
    {...ariaOf(rest)}
    id={id}
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

export const number: FieldKit<NumberField> = { Cell: NumberCell, Input: NumberInput, Filter: NumberFilter };
