import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { Values } from './fields/field-kit.ts';
import { sameValue } from './same-value.ts';

/**
 * The values that a save sends: for a new record all of them, for a stored one its id, its version and the changes; undefined if there are none. A
 * secret left empty is not sent.
 */
export function valuesToSave(resource: Resource, base: Values, values: Values): Values | undefined {
  const isNew = base['id'] === undefined;
  const sent = resource.form.filter((name) =>
    isNew
      ? values[name] !== undefined && !(fieldOf(resource, name).kind === 'secret' && values[name] === null)
      : !sameValue(base[name], values[name]),
  );
  if (!isNew && sent.length === 0) return undefined;
  const written = Object.fromEntries(sent.map((name) => [name, values[name] ?? null]));
  return isNew ? written : { id: base['id'], version: base['version'], ...written };
}
