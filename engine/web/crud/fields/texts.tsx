import type { TextsField } from '@back-office/contract/resource/field.ts';
import { Select } from 'antd';
import { useState } from 'react';
import { ariaOf } from './aria-of.ts';
import { asIds } from './as-text.ts';
import type { InputKit, InputProps } from './field-kit.ts';
import { LikeFilter } from './like-filter.tsx';

// Pasted lists are split at commas, semicolons and spaces; text that was typed but not confirmed is added on blur, and dropped by Escape.
function TextsInput({ value, onChange, onBlur, ...rest }: InputProps<TextsField>) {
  const [typed, setTyped] = useState('');
  return (
    <Select
      {...ariaOf(rest)}
      mode="tags"
      open={false}
      data-open={typed !== ''}
      suffixIcon={null}
      tokenSeparators={[',', '，', ';', '；', '、', ' ', '\n']}
      placeholder="输入后按回车，可粘贴多项"
      value={asIds(value)}
      showSearch={{ searchValue: typed, onSearch: setTyped }}
      onSelect={() => setTyped('')}
      onInputKeyDown={({ key }) => key === 'Escape' && setTyped('')}
      onChange={(next: string[]) => onChange?.(next)}
      onBlur={() => onBlur?.()}
    />
  );
}

export const texts: InputKit<TextsField> = { Input: TextsInput, Filter: LikeFilter };
