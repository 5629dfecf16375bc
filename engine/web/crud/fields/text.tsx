import type { TextField } from '@back-office/contract/resource/field.ts';
import { Input } from 'antd';
import { ariaOf } from './aria-of.ts';
import { asText, orNull } from './as-text.ts';
import type { InputKit, InputProps } from './field-kit.ts';
import { LikeFilter } from './like-filter.tsx';

// No maxLength: a pasted text that is too long is refused in words instead of being cut in silence. No cross that clears:
// it would be one more stop of the Tab key behind every field.
const TextInput = ({ value, onChange, onBlur, ...rest }: InputProps<TextField>) => (
  <Input
    {...ariaOf(rest)}
    autoComplete="off"
    value={asText(value)}
    onChange={(event) => onChange?.(orNull(event.target.value))}
    onBlur={onBlur}
  />
);

export const text: InputKit<TextField> = { Input: TextInput, Filter: LikeFilter };
