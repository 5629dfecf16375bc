import { type Field, hasLabel, labelName } from '@back-office/contract/resource/field.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { textOf } from '@back-office/contract/resource/text-of.ts';

/** Words of dictionary values, by dictionary. */
export type Words = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** What a spreadsheet takes into one cell. */
const longest = 32_767;

/**
 * A field of a record as it stands in a cell: a number, or a text, which stays one whatever it looks like. References
 * stand by their labels and dictionary values by their words, as the list shows them.
 */
export function cellOf(row: AnyRow, name: string, field: Field, words: Words): string | number | null {
  const value = row[hasLabel(field) ? labelName(name) : name];
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (Array.isArray(value)) return value.map(textOf).join('、');
  if (field.kind === 'dict') return words.get(field.dict)?.get(textOf(value)) ?? textOf(value);
  return typeof value === 'object' ? JSON.stringify(value) : textOf(value);
}

/** Text that a sheet can hold: what reads like an escape of the format is escaped, and nothing is longer than a cell. */
export function sheetText(text: string): string {
  const shown = text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_').replace(/[\uFFFE\uFFFF]/g, '\uFFFD');
  return shown.length <= longest ? shown : `${shown.slice(0, longest - 1).toWellFormed()}…`;
}
