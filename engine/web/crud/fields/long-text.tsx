import type { LongTextField } from '@back-office/contract/resource/field.ts';
import { Input } from 'antd';
import { ariaOf } from './aria-of.ts';
import { asText, orNull } from './as-text.ts';
import type { InputKit, InputProps } from './field-kit.ts';
import { LikeFilter } from './like-filter.tsx';

const LongTextInput = ({ field, value, onChange, onBlur, ...rest }: InputProps<LongTextField>) => (
  <Input.TextArea
    {...ariaOf(rest)}
    rows={4}
    showCount={{ formatter: ({ count }) => `${count} / ${field.max}` }}
    value={asText(value)}
    onChange={(event) => onChange?.(orNull(event.target.value))}
    onBlur={onBlur}
  />
);

export const longText: InputKit<LongTextField> = { Input: LongTextInput, Filter: LikeFilter };
