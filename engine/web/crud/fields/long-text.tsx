import type { LongTextField } from '@back-office/contract/resource/field.ts';
import { grouped } from '@back-office/contract/resource/grouped.ts';
import { Input } from 'antd';
import type { InputKit, InputProps } from './field-kit.ts';
import { LikeFilter } from './like-filter.tsx';
import { typedProps } from './typed-props.ts';

const LongTextInput = (props: InputProps<LongTextField>) => {
  const formatter = ({ count }: { count: number }): string => `${grouped(count)} / ${grouped(props.field.max)}`;
  return <Input.TextArea {...typedProps(props)} rows={4} showCount={{ formatter }} />;
};

export const longText: InputKit<LongTextField> = { Input: LongTextInput, Filter: LikeFilter };
