import type { TextField } from '@back-office/contract/resource/field.ts';
import { Input } from 'antd';
import type { InputKit, InputProps } from './field-kit.ts';
import { LikeFilter } from './like-filter.tsx';
import { typedProps } from './typed-props.ts';

// No maxLength: a pasted text that is too long gets an error message instead of being cut silently. No clear button: it
// would add a tab stop after every field.
const TextInput = (props: InputProps<TextField>) => <Input {...typedProps(props)} autoComplete="off" />;

export const text: InputKit<TextField> = { Input: TextInput, Filter: LikeFilter };
