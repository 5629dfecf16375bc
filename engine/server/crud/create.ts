import { type Field, isList } from '@back-office/contract/resource/field.ts';
import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';

/**
 * GET create: a draft with the default values of every field that a form writes; no id (docs/wire.md "Generic calls").
 * @example
 * // The defaults of a new agreement: those of its fields, and today's date, which a declaration cannot express.
 * export const draftAgreement = () => ({ ...create(agreement), beginDate: new Date().toLocaleDateString('sv') });
 */
export function create(resource: Resource): Record<string, unknown> {
  const names = resource.form.filter((name) => fieldOf(resource, name).kind !== 'secret');
  return Object.fromEntries(names.map((name) => [name, defaultOf(fieldOf(resource, name))]));
}

/** The default value of a field. */
export function defaultOf(field: Field): unknown {
  if (isList(field)) return [];
  return 'default' in field && field.default !== undefined ? field.default : null;
}
