import type { z } from 'zod';
import type { Issue } from './issue.ts';
import { fieldSchema } from './field-schema.ts';
import { surelyFits } from './surely-fits.ts';
import { type Field, isList } from './field.ts';
import { uniqueText } from './plain-text.ts';
import { fieldOf, type Resource } from './resource.ts';
import type { WrittenOf } from './row.ts';
import type { Rules } from './rules.ts';

const schemas = new WeakMap<Field, z.ZodType>();

interface Against {
  readonly whole: boolean;
  readonly current?: Readonly<Record<string, unknown>>;
  readonly rules: Rules;
}

/**
 * Checks values that a form or a client wants to write. `values` has only names of `resource.form`; null or an empty text means "no value". With
 * `whole` (an insert) every required field must be present; without it (an update) absent fields keep the value of `current`, the stored record, and
 * unchanged texts are accepted. `rules` are the office's. Returns the values to store and every issue found, in the form's order.
 * @example
 * const { issues } = checkRecord(org, { orgName: '' }, { whole: true, rules: {} });
 */
export function checkRecord<R extends Resource>(
  resource: R,
  values: Readonly<Record<string, unknown>>,
  against: Against,
): { values: Partial<WrittenOf<R>>; issues: Issue[] };
export function checkRecord(
  resource: Resource,
  values: Readonly<Record<string, unknown>>,
  { whole, current, rules }: Against,
): { values: Record<string, unknown>; issues: Issue[] } {
  const checked: Record<string, unknown> = {};
  const issues: Issue[] = [];
  for (const name of resource.form) {
    const field = fieldOf(resource, name);
    if (values[name] === undefined) {
      if (whole && field.required === true) issues.push({ field: name, message: missingMessage(field) });
      continue;
    }
    // An unchanged value is accepted, even if the rules for new values have become stricter.
    if (typeof current?.[name] === 'string' && values[name] === current[name]) {
      checked[name] = current[name];
      continue;
    }
    const message = checkValue(field, values[name], (value) => {
      checked[name] = typeof value === 'string' && isUnique(resource, name) ? uniqueText(value) || null : value;
    });
    if (message !== undefined) issues.push({ field: name, message });
  }
  if (issues.length === 0) {
    for (const rule of resource.rules) issues.push(...(rules[rule]?.({ ...current, ...checked }) ?? []));
  }
  return { values: checked, issues };
}

/**
 * Checks one value against its field and passes the value to store to `keep`; returns the refusal's message, if any.
 * @example
 * export function readAmount(typed: unknown, keep: (amount: unknown) => void): void {
 *   const message = checkValue(agreement.fields.agreementAmount, typed, keep);
 *   if (message !== undefined) throw refusedField('agreementAmount', message);
 * }
 */
export function checkValue(field: Field, value: unknown, keep: (value: unknown) => void): string | undefined {
  if (value === null || value === '' || (typeof value === 'string' && field.required === true && value.trim() === '')) {
    if (field.required === true) return missingMessage(field);
    keep(emptyValue(field));
    return undefined;
  }
  if (surelyFits(field, value)) {
    keep(value);
    return undefined;
  }
  const result = schemaOf(field).safeParse(value);
  if (!result.success) return result.error.issues[0]?.message ?? `${field.label}不正确`;
  keep(result.data);
  return undefined;
}

const isUnique = ({ unique }: Resource, name: string): boolean => unique.some((names) => names.includes(name));

const missingMessage = (field: Field): string => `${field.label}不能为空`;

/** What is stored for "no value": null, but an empty list for lists and the default for booleans. */
function emptyValue(field: Field): unknown {
  if (isList(field)) return [];
  if (field.kind === 'boolean') return field.default;
  return null;
}

function schemaOf(field: Field): z.ZodType {
  let schema = schemas.get(field);
  if (schema === undefined) schemas.set(field, (schema = fieldSchema(field)));
  return schema;
}
