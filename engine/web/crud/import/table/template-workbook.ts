import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { sheetColumns, type SheetColumn } from '@back-office/contract/sheet-columns.ts';
import { writeXlsx, type WriteSheet } from 'hucre/xlsx';
import type { Choices } from './choices.ts';
import { exampleOf } from './example-of.ts';

/** Number of rows that a drop-down list of the template covers. */
const listed = 10_000;
const choicesSheet = '可选值';

/** Writes the template of a resource: labels as headers, required ones marked, drop-down lists, and an example row. */
export function templateWorkbook(resource: Resource, choices: Choices): Promise<Uint8Array> {
  const columns = sheetColumns(resource);
  const lists = columns.map(({ prop }) => listOf(resource, prop, choices));
  const used = lists.filter((list) => list.length > 0);
  const sheet: WriteSheet = {
    ...templateSheet(resource.title, columns),
    rows: [columns.map(header), exampleOf(resource, choices)],
    dataValidations: lists.flatMap((list, at) =>
      list.length === 0 ? [] : [{ ...validation, range: below(at), formula1: listRange(used.indexOf(list), list.length) }],
    ),
  };
  const rows = Array.from({ length: Math.max(0, ...used.map(({ length }) => length)) }, (_, at) => used.map((list) => list[at] ?? null));
  return writeXlsx({ sheets: used.length === 0 ? [sheet] : [sheet, { name: choicesSheet, rows, hidden: true }] });
}

/** What every sheet with a template's columns has: their widths, and text cells for codes and phone numbers. */
export const templateSheet = (
  name: string,
  columns: readonly SheetColumn[],
): Pick<WriteSheet, 'name' | 'columns' | 'freezePane' | 'cells'> => ({
  name,
  columns: columns.map(({ width, summary }) => ({ width: Math.round(width / 7), ...(summary ? {} : { numFmt: '@' }) })),
  freezePane: { rows: 1 },
  cells: new Map(
    columns.map((column, at) => [
      `0,${at}`,
      { value: header(column), style: { font: { bold: true, ...(column.required ? red : {}) }, fill } },
    ]),
  ),
});

/** A column's header; a star marks a required column, and is ignored when the sheet is imported. */
export const header = ({ label, required }: SheetColumn): string => (required ? `*${label}` : label);

const red = { color: { rgb: 'C00000' } };
const fill = { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'E8F4FF' } } as const;

const validation = {
  type: 'list',
  allowBlank: true,
  showErrorMessage: true,
  errorTitle: '不在可选范围内',
  errorMessage: '请从下拉列表中选择',
} as const;

function listOf(resource: Resource, prop: string, choices: Choices): string[] {
  const field = fieldOf(resource, prop);
  if (field.kind === 'boolean') return ['是', '否'];
  return field.kind === 'dict' ? (choices[field.dict] ?? []).map(({ label }) => label) : [];
}

const below = (column: number): string => `${letter(column)}2:${letter(column)}${listed}`;
const listRange = (column: number, length: number): string => `'${choicesSheet}'!$${letter(column)}$1:$${letter(column)}$${length}`;
const letter = (column: number): string =>
  (column < 26 ? '' : letter(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));
