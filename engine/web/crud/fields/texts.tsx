import type { TextsField } from '@back-office/contract/resource/field.ts';
import { Select } from 'antd';
import { ariaOf } from './aria-of.ts';
import { asIds } from './as-text.ts';
import type { InputKit, InputProps } from './field-kit.ts';
import { LikeFilter } from './like-filter.tsx';

// Pasted lists are split at commas, semicolons and spaces; text that was typed but not confirmed is added on blur.
const TextsInput = ({ value, onChange, onBlur, ...rest }: InputProps<TextsField>) => (
  <Select
    {...ariaOf(rest)}
    mode="tags"
    open={false}
    suffixIcon={null}
    tokenSeparators={[',', '，', ';', '；', '、', ' ', '\n']}
    placeholder="输入后按回车，可粘贴多项"
    value={asIds(value)}
    onChange={(next: string[]) => onChange?.(next)}
    onBlur={() => onBlur?.()}
  />
);

export const texts: InputKit<TextsField> = { Input: TextsInput, Filter: LikeFilter };
