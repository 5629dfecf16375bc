import type { SheetColumn } from '@back-office/contract/sheet-columns.ts';
import { cellText, type CellValue } from '../../../platform/sheet/cell-value.ts';

/** The position of each template column in the sheet, or how the two differ. */
export type Matched = { places: number[] } | { missing: string[]; surplus: string[]; twice: string[] };

/** The column of reasons in an error workbook: it may stay in when the rest is fixed. */
export const reasonLabel = '错误原因';

/** Finds the template's columns by label, ignoring white space and the star of required ones (docs/spec.md 5). */
export function matchColumns(header: readonly CellValue[], columns: readonly SheetColumn[]): Matched {
  const sheetLabels = header.map((value) => bare(cellText(value)));
  const templateLabels = columns.map(({ label }) => bare(label));
  const named = sheetLabels.filter((label) => label !== '' && label !== reasonLabel);
  const missing = columns.filter((_, at) => !sheetLabels.includes(templateLabels[at] ?? '')).map(({ label }) => label);
  const surplus = named.filter((label) => !templateLabels.includes(label));
  const twice = [...new Set(named.filter((label, at) => templateLabels.includes(label) && named.indexOf(label) !== at))];
  if (missing.length + surplus.length + twice.length > 0) return { missing, surplus, twice };
  return { places: templateLabels.map((label) => sheetLabels.indexOf(label)) };
}

const bare = (label: string): string => label.replace(/\s/gu, '').replace(/^[*＊]|[*＊]$/gu, '');
