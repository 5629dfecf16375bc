import type { Field } from '@back-office/contract/resource/field.ts';
import { cellText, type CellValue } from '../../../platform/sheet/cell-value.ts';
import { dateIn, datetimeIn, numberIn } from '../../../platform/ui/read-typed.ts';

/** A cell of the grid: a number if its field is numeric and the text can be parsed, otherwise the text unchanged. */
export type GridCell = string | number | null;

/** Converts a cell of a sheet, or typed text, to the field's kind; what cannot be converted is kept for the check to refuse. */
export function cellOf(field: Field, raw: CellValue): GridCell {
  const text = typeof raw === 'boolean' && isYesNo(field) ? (raw ? '是' : '否') : cellText(raw).trim();
  if (text === '') return null;
  if (field.kind === 'number') return typeof raw === 'number' ? raw : (numberIn(text) ?? text);
  if (field.kind === 'datetime') return datetimeIn(text);
  return field.kind === 'date' ? dateIn(text) : text;
}

const isYesNo = ({ kind }: Field): boolean => kind === 'boolean' || kind === 'dict';
