import type { Values } from '../fields/field-kit.ts';
import { sameValue } from '../same-value.ts';
import type { Draft } from './draft-store.ts';

/** The draft overlaid with what was typed since, field by field. */
export function mergeDraft(draft: Draft, base: Values, typed: Values): Values {
  const later = Object.entries(typed).filter(([name, value]) => !sameValue(value, base[name]));
  return { ...draft.values, ...Object.fromEntries(later) };
}

/** True where the draft holds nothing that is not in the record. */
export const isEmptyDraft = ({ values }: Draft, base: Values): boolean =>
  Object.entries(values).every(([name, value]) => sameValue(value, base[name]));
