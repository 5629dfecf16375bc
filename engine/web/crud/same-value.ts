/** True where two values of a field mean the same: no value is no value, and a list of ids has no order. */
export const sameValue = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

function canonical(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'null';
  return JSON.stringify(Array.isArray(value) ? value.map(String).toSorted((a, b) => (a < b ? -1 : 1)) : value);
}
