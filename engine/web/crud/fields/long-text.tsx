import type { LongTextField } from '@back-office/contract/resource/field.ts';
import { Input } from 'antd';
import { ariaOf } from './aria-of.ts';
import { asText, orNull } from './as-text.ts';
import type { CellProps, FieldKit, InputProps } from './field-kit.ts';
import { LikeFilter } from './like-filter.tsx';

const LongTextCell = ({ value, plain }: CellProps<LongTextField>) =>
  plain ? <>{asText(value)}</> : <span style={{ whiteSpace: 'pre-wrap' }}>{asText(value)}</span>;

const LongTextInput = ({ field, id, value, onChange, onBlur, ...rest }: InputProps<LongTextField>) => (
  <Input.TextArea
    {...ariaOf(rest)}
    id={id}
    rows={4}
    showCount={{ formatter: ({ count }) => `${count} / ${field.max}` }}
    value={asText(value)}
    onChange={(event) => onChange?.(orNull(event.target.value))}
    onBlur={onBlur}
  />
);

export const longText: FieldKit<LongTextField> = { Cell: LongTextCell, Input: LongTextInput, Filter: LikeFilter };
