import { checkValue } from '@back-office/contract/resource/check-record.ts';
import type { Field } from '@back-office/contract/resource/field.ts';

/** Rejects an invalid value with the message of the field's check, which the server runs too. */
export function rejectInvalid(field: Field, value: unknown): Promise<void> {
  const words = checkValue(field, value ?? null, () => undefined);
  return words === undefined ? Promise.resolve() : Promise.reject(new Error(words));
}
