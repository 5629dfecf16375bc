import { cutText } from '@back-office/contract/cut-text.ts';
import { type Field, hasLabel, labelName } from '@back-office/contract/resource/field.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { textOf } from '@back-office/contract/resource/text-of.ts';

/** The labels of dictionary values, by dictionary. */
export type Words = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The most characters that a spreadsheet cell holds. */
const maxCellLength = 32_767;

/**
 * A field's value in a cell: a number or a text, and a text stays a text whatever it looks like. References show their labels and dictionary values
 * their labels, as in the list.
 */
export function cellOf(row: AnyRow, name: string, field: Field, words: Words): string | number | null {
  const value = row[hasLabel(field) ? labelName(name) : name];
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (Array.isArray(value)) return value.map(textOf).join('、');
  if (field.kind === 'dict') return words.get(field.dict)?.get(textOf(value)) ?? textOf(value);
  return typeof value === 'object' ? JSON.stringify(value) : textOf(value);
}

/** Text that a sheet can hold: escape sequences of the format are escaped, and the text is cut to the length of a cell. */
export function sheetText(text: string): string {
  const shown = text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_').replace(/[\uFFFE\uFFFF]/g, '\uFFFD');
  return shown.length <= maxCellLength ? shown : `${cutText(shown, maxCellLength - 1)}…`;
}
