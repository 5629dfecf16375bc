import { labelName } from '@back-office/contract/resource/field.ts';
import type { Values } from '../fields/field-kit.ts';
import { sameValue } from '../same-value.ts';
import type { Draft } from './draft-store.ts';

/** The record overlaid with these values. A reference's label is dropped when its value changes. */
export function overlay(record: Values, values: Values): Values {
  const stale = Object.keys(values).filter((name) => !sameValue(record[name], values[name]));
  return { ...record, ...Object.fromEntries(stale.map((name) => [labelName(name), undefined])), ...values };
}

/** The draft overlaid, field by field, with input typed since. */
export function mergeDraft(draft: Pick<Draft, 'values'>, base: Values, typed: Values): Values {
  const later = Object.entries(typed).filter(([name, value]) => !sameValue(value, base[name]));
  return { ...draft.values, ...Object.fromEntries(later) };
}

/** True when the draft differs from the record in no field. */
export const isEmptyDraft = ({ values }: Draft, base: Values): boolean =>
  Object.entries(values).every(([name, value]) => sameValue(value, base[name]));
