import type { SecretField } from '@back-office/contract/resource/field.ts';
import { Input } from 'antd';
import { ariaOf } from './aria-of.ts';
import { asText, orNull } from './as-text.ts';
import type { InputKit, InputProps } from './field-kit.ts';

const SecretInput = ({ value, onChange, onBlur, ...rest }: InputProps<SecretField>) => (
  <Input.Password
    {...ariaOf(rest)}
    autoComplete="new-password"
    value={asText(value)}
    onChange={(event) => onChange?.(orNull(event.target.value))}
    onBlur={onBlur}
  />
);

/** Write only. */
export const secret: InputKit<SecretField> = { Input: SecretInput };
