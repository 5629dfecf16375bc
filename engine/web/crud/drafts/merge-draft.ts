import type { Values } from '../fields/field-kit.ts';
import { sameValue } from '../same-value.ts';
import type { Draft } from './draft-store.ts';

/** The draft overlaid, field by field, with input typed since. */
export function mergeDraft(draft: Draft, base: Values, typed: Values): Values {
  const later = Object.entries(typed).filter(([name, value]) => !sameValue(value, base[name]));
  return { ...draft.values, ...Object.fromEntries(later) };
}

/** True when the draft differs from the record in no field. */
export const isEmptyDraft = ({ values }: Draft, base: Values): boolean =>
  Object.entries(values).every(([name, value]) => sameValue(value, base[name]));
