import { isPlainText } from '@back-office/contract/resource/plain-text.ts';

/** True for a JSON value that jsonb accepts: nested no deeper than `depth`, with plain text in every string and name. */
export function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isPlainText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  return Object.entries(value).every(([name, part]) => isPlainText(name) && isStorable(part, depth - 1));
}
