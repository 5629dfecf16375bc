/** A value as text; nothing for null and absence. */
export function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}

/** A typed text as the form keeps it: null where nothing was typed. */
export const orNull = (text: string): string | null => (text === '' ? null : text);

/** The ids in a value of kind references or ids. */
export const asIds = (value: unknown): string[] => (Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []);
