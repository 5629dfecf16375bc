/** Whether two values of a field are equal: all kinds of empty values are, and the order of ids does not matter. */
export const sameValue = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

function canonical(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'null';
  return JSON.stringify(Array.isArray(value) ? value.map(String).toSorted((a, b) => (a < b ? -1 : 1)) : value);
}
