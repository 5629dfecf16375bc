import { importLimits } from '@back-office/contract/calls/import.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { cellText, type CellValue } from '../../../platform/sheet/cell-value.ts';
import { readRows } from '../../../platform/sheet/read-workbook.ts';
import { grouped } from '@back-office/contract/resource/grouped.ts';
import type { Choices } from './choices.ts';
import { comparedExample } from './example-of.ts';
import { matchColumns } from './match-columns.ts';
import { SheetTable } from './sheet-table.ts';

/** Why a sheet cannot be imported; without `columns` the fault is in its rows. */
export interface SheetProblem {
  missing: string[];
  surplus: string[];
  twice: string[];
  /** The reason in words, where the columns are not at fault. */
  detail?: string;
}

/** Thrown for a sheet that does not match the template, is empty or has too many rows. */
export class SheetRefused extends Error {
  readonly problem: SheetProblem;

  constructor(problem: Partial<SheetProblem>) {
    super('the sheet is refused');
    this.problem = { missing: [], surplus: [], twice: [], ...problem };
  }
}

/** Number of rows after which `started` is called: more than any screen shows. */
const first = 100;

/**
 * Reads the first sheet of a workbook into a table, checking each row as it is read. `started` is called when the header
 * matches and the first rows are there. Throws `SheetRefused`, or whatever `readRows` throws.
 */
export async function readTable(
  bytes: Uint8Array<ArrayBuffer>,
  resource: Resource,
  choices: Choices,
  started: (table: SheetTable) => void,
): Promise<SheetTable> {
  const table = new SheetTable(resource, choices);
  const example = comparedExample(resource, choices);
  let places: number[] | undefined;
  // Recorded and thrown after reading: an error thrown here would be reported as a fault of the file.
  let problem: Partial<SheetProblem> | undefined;
  await readRows(bytes, 0, (row, index) => {
    if (row.every((cell) => cell === null || cell === '')) return false;
    if (places === undefined) {
      const matched = matchColumns(row, table.columns);
      if ('places' in matched) places = matched.places;
      else problem = matched;
      return problem !== undefined;
    }
    const values: CellValue[] = [];
    for (const at of places) values.push(row[at] ?? null);
    if (values.every(isEmpty) || isExample(values, example)) return false;
    if (table.size >= importLimits.rows) {
      problem = { detail: `一次最多导入 ${grouped(importLimits.rows)} 行` };
      return true;
    }
    table.add(values, index + 1);
    if (table.size === first) started(table);
    return false;
  });
  if (problem !== undefined) throw new SheetRefused(problem);
  if (table.size === 0) throw new SheetRefused({ detail: '没有可导入的数据行' });
  if (table.size < first) started(table);
  return table;
}

const isEmpty = (cell: CellValue): boolean => cellText(cell).trim() === '';
const isExample = (values: readonly CellValue[], example: readonly (string | undefined)[]): boolean =>
  values.every((cell, at) => example[at] === undefined || cellText(cell).trim() === example[at]);
