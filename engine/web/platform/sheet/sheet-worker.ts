import type { CellValue } from './cell-value.ts';
import { readSheets, type SheetRows } from './read-workbook.ts';
import { serveCalls } from './serve-calls.ts';

let sheets: SheetRows[] = [];

/** What is known of a sheet before any of its rows are read. */
export interface SheetInfo {
  name: string;
  rows: number;
  columns: number;
  /** There is more in the file than is read. */
  more: boolean;
}

const calls = {
  open: async (bytes: ArrayBuffer): Promise<SheetInfo[]> => {
    sheets = await readSheets(new Uint8Array(bytes));
    return sheets.map(({ name, rows, columns, more }) => ({ name, rows: rows.length, columns, more }));
  },
  /** Rows from `from` until before `to`. */
  rows: ({ sheet, from, to }: { sheet: number; from: number; to: number }): CellValue[][] => sheets[sheet]?.rows.slice(from, to) ?? [],
};

export type SheetCalls = typeof calls;
serveCalls(calls);
