import type { CellValue } from './cell-value.ts';
import { readSheets, type SheetRows } from './read-workbook.ts';
import { serveCalls } from './serve-calls.ts';

let sheets: SheetRows[] = [];

/** The properties of a sheet that are known before its rows are read. */
export interface SheetInfo {
  name: string;
  rows: number;
  columns: number;
  /** The file contains more than is read. */
  more: boolean;
}

const calls = {
  open: async (bytes: ArrayBuffer): Promise<SheetInfo[]> => {
    sheets = await readSheets(new Uint8Array(bytes));
    return sheets.map(({ name, rows, columns, more }) => ({ name, rows: rows.length, columns, more }));
  },
  /** Rows `from` (inclusive) to `to` (exclusive). */
  rows: ({ sheet, from, to }: { sheet: number; from: number; to: number }): CellValue[][] => sheets[sheet]?.rows.slice(from, to) ?? [],
};

export type SheetCalls = typeof calls;
serveCalls(calls);
