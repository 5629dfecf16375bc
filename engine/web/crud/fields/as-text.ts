/**
 * A value as text; empty for null and undefined.
 * @example
 * export const NumberCell = ({ value }: CellProps) => <code>{asText(value)}</code>;
 */
export function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}

/**
 * A typed text as stored by the form: null if it is empty.
 * @example
 * export const NumberInput = ({ value, onChange, id }: InputProps) => (
 *   <input id={id} value={asText(value)} onChange={({ target }) => onChange?.(orNull(target.value.toUpperCase()))} />
 * );
 */
export const orNull = (text: string): string | null => (text === '' ? null : text);

/**
 * The ids in a value of kind references or ids; none for any other value.
 * @example
 * export const Countersigners = ({ value }: CellProps) => <>{asIds(value).length} 人会签</>;
 */
export const asIds = (value: unknown): string[] => (Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []);
