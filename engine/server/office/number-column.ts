import type { NumberField } from '@back-office/contract/resource/field.ts';

/** The greatest whole number of a type of column. */
const greatest: Readonly<Record<string, number>> = { integer: 2 ** 31 - 1, bigint: 2 ** 63 };

/** The largest number that may be saved, with its sign. */
export const extremeOf = ({ min, max }: NumberField): number => (Math.abs(min) > Math.abs(max) ? min : max);

/** The type of a column that holds all numbers of a field, and all that a column of the type `found` has. */
export function numberType(field: NumberField, found = ''): string {
  const { whole = 1, scale = 0 } = numericOf(found) ?? {};
  const extreme = Math.abs(extremeOf(field));
  const decimals = Math.max(field.decimals ?? 0, scale);
  const digits = Math.max(String(BigInt(Math.trunc(extreme))).length, whole);
  if (decimals > 0) return `numeric(${digits + decimals},${decimals})`;
  return Object.keys(greatest).find((type) => extreme <= (greatest[type] ?? 0)) ?? 'numeric';
}

/** Whether a column of this type would round numbers of the field without a word. */
export function rounds(type: string, { decimals = 0 }: NumberField): boolean {
  const scale = Object.hasOwn(greatest, type) ? 0 : numericOf(type)?.scale;
  return scale !== undefined && scale < decimals;
}

/** Whether a column of this type refuses some numbers of the field. */
export function isTooNarrow(type: string, field: NumberField): boolean {
  const extreme = Math.abs(extremeOf(field));
  const numeric = numericOf(type);
  return numeric === undefined ? extreme > (greatest[type] ?? Infinity) : extreme >= 10 ** numeric.whole;
}

/** The digits before and after the point of `numeric(14,2)`; `numeric` has any number of them. */
function numericOf(type: string): { whole: number; scale: number } | undefined {
  const [, precision, scale] = /^numeric\((\d+),(-?\d+)\)$/.exec(type) ?? [];
  return precision === undefined ? undefined : { whole: Number(precision) - Number(scale), scale: Number(scale) };
}
