import type { SecretField } from '@back-office/contract/resource/field.ts';
import { Input } from 'antd';
import type { InputKit, InputProps } from './field-kit.ts';
import { typedProps } from './typed-props.ts';

const SecretInput = (props: InputProps<SecretField>) => <Input.Password {...typedProps(props)} autoComplete="new-password" />;

/** Write only. */
export const secret: InputKit<SecretField> = { Input: SecretInput };
