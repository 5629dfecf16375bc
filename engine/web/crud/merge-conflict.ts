import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { Values } from './fields/field-kit.ts';
import { sameValue } from './same-value.ts';

/** Which value of a field is kept. */
export type Side = 'mine' | 'theirs';

/** A field in which my form and the record as saved by somebody else differ. */
export interface Difference {
  name: string;
  mine: unknown;
  theirs: unknown;
  /** The default side: mine where I changed the field, theirs otherwise. */
  usual: Side;
}

/**
 * Compares my input with the record stored now; `base` is the record that I began with. A secret is never sent to the
 * browser, so it cannot be compared: my input stays.
 */
export const differences = (resource: Resource, base: Values, mine: Values, current: Values): Difference[] =>
  resource.form
    .filter((name) => fieldOf(resource, name).kind !== 'secret' && !sameValue(mine[name], current[name]))
    .map((name) => ({
      name,
      mine: mine[name],
      theirs: current[name],
      usual: sameValue(base[name], mine[name]) ? 'theirs' : 'mine',
    }));

/** The form's values after each difference has been resolved. */
export const mergeValues = (mine: Values, decided: readonly Difference[], sides: Readonly<Record<string, Side>>): Values => ({
  ...mine,
  ...Object.fromEntries(decided.map(({ name, usual, ...values }) => [name, values[sides[name] ?? usual]])),
});
