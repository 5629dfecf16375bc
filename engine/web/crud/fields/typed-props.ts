import type { Field } from '@back-office/contract/resource/field.ts';
import type { ChangeEvent } from 'react';
import { ariaOf } from './aria-of.ts';
import { asText, orNull } from './as-text.ts';
import type { InputProps } from './field-kit.ts';

/** The form item's props for a text input; an empty input yields null. */
export const typedProps = <F extends Field>({ value, onChange, onBlur, ...rest }: InputProps<F>) => ({
  ...ariaOf(rest),
  value: asText(value),
  onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange?.(orNull(target.value)),
  onBlur,
});
