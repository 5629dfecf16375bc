import type { LongTextField } from '@back-office/contract/resource/field.ts';
import { Input } from 'antd';
import type { InputKit, InputProps } from './field-kit.ts';
import { LikeFilter } from './like-filter.tsx';
import { typedProps } from './typed-props.ts';

const LongTextInput = (props: InputProps<LongTextField>) => (
  <Input.TextArea {...typedProps(props)} rows={4} showCount={{ formatter: ({ count }) => `${count} / ${props.field.max}` }} />
);

export const longText: InputKit<LongTextField> = { Input: LongTextInput, Filter: LikeFilter };
