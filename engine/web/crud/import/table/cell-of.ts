import type { Field } from '@back-office/contract/resource/field.ts';
import { cellText, type CellValue } from '../../../platform/sheet/cell-value.ts';

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

/** Parses a number as people write it: `1,234.50`, full-width digits, a sign. */
function numberIn(text: string): number | undefined {
  const plain = text.normalize('NFKC').replace(/\s/gu, '');
  const digits = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(plain) ? plain.replaceAll(',', '') : plain;
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(digits)) return undefined;
  const value = Number(digits);
  return Number.isFinite(value) ? value : undefined;
}

/** Normalises `2026/1/31 8:00` and the like to `2026-01-31 08:00:00`; returns other texts unchanged. */
function datetimeIn(text: string): string {
  const found = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T]+(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?)?$/.exec(text);
  if (found === null) return text;
  const [year, month, day, hour, minute, second] = found.slice(1).map((part: string | undefined) => (part ?? '0').padStart(2, '0'));
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}

/** Normalises a date, including one with midnight as its time, as spreadsheets write it; any other time is kept, for the check to refuse. */
function dateIn(text: string): string {
  const time = datetimeIn(text);
  return time.endsWith(' 00:00:00') ? time.slice(0, 10) : text;
}
