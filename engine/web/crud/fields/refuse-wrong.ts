import { checkValue } from '@back-office/contract/resource/check-record.ts';
import type { Field } from '@back-office/contract/resource/field.ts';

/** Refuses a value in the words of the field's check, which the server makes too. */
export function refuseWrong(field: Field, value: unknown): Promise<void> {
  const words = checkValue(field, value ?? null, () => undefined);
  return words === undefined ? Promise.resolve() : Promise.reject(new Error(words));
}
