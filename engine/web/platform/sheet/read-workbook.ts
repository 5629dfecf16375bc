import { readXls, readXlsx, streamXlsxRows, type CellValue as LibraryCell } from 'hucre/xlsx';
import { cellValue, type CellValue } from './cell-value.ts';
import { readDirectory, type ArchiveEntry } from './check-archive.ts';
import { openPlainSheet } from './open-plain-sheet.ts';
import { sheetLimits } from './sheet-limits.ts';
import { TimeSlice } from './time-slice.ts';

/** One sheet, read up to its limits; `more` if rows or columns were left out. */
export interface SheetRows {
  name: string;
  rows: CellValue[][];
  columns: number;
  more: boolean;
}

/** The file is not a supported workbook: damaged, password-protected, too large once unpacked, or of another kind. */
export class NotAWorkbook extends Error {}

/** Receives a row of a sheet, counted from 0; returns true to stop. */
type OnRow = (row: CellValue[], index: number) => boolean;

/**
 * Reads a sheet row by row, so that the first rows can be shown while others are read: calls of the page are answered in between. Rows without cells may be
 * left out. Formulas have the value that the sheet was saved with. Throws `NotAWorkbook`.
 */
export async function readRows(bytes: Uint8Array<ArrayBuffer>, sheet: number, onRow: OnRow): Promise<void> {
  const turns = new TimeSlice();
  await readByFormat(bytes, {
    xls: async () => {
      const rows = (await readXls(bytes)).sheets[sheet]?.rows ?? [];
      // The library leaves holes for rows without cells.
      for (const [index, row] of rows.entries()) {
        if ((row as LibraryCell[] | undefined) !== undefined && onRow(toCellValues(row), index)) return;
        if (index % 200 === 0) await turns.end();
      }
    },
    xlsx: async (entries) => {
      // Unusual XML is left to the parser.
      const rows = await openPlainSheet(bytes, entries, sheet);
      for (const { values, index } of rows ?? []) {
        if (onRow(values, index)) return;
        if (index % 200 === 0) await turns.end();
      }
      if (rows !== undefined) return;
      for await (const { values, index } of streamXlsxRows(bytes, { sheet })) {
        if (onRow(toCellValues(values), index)) return;
        if (index % 200 === 0) await turns.end();
      }
    },
  });
}

/** Reads all sheets of a workbook for viewing, except hidden ones. Throws `NotAWorkbook`. */
export function readSheets(bytes: Uint8Array): Promise<SheetRows[]> {
  return readByFormat(bytes, {
    xls: async () => (await readXls(bytes)).sheets.slice(0, sheetLimits.sheets).map(clamped),
    xlsx: async () => {
      const { sheets } = await readXlsx(bytes, {
        sheets: ({ hidden, veryHidden }, index) => index < sheetLimits.sheets && hidden !== true && veryHidden !== true,
        maxRows: sheetLimits.rows + 1,
      });
      return sheets.map(clamped);
    },
  });
}

function clamped({ name, rows }: { name: string; rows: LibraryCell[][] }): SheetRows {
  const kept = Array.from({ length: Math.min(rows.length, sheetLimits.rows) }, (_, at) => toCellValues(rows[at] ?? []));
  const columns = kept.reduce((widest, row) => Math.max(widest, row.length), 0);
  return { name, rows: kept, columns, more: rows.length > kept.length || rows.some((row) => row.length > sheetLimits.columns) };
}

const toCellValues = (row: readonly LibraryCell[]): CellValue[] => row.slice(0, sheetLimits.columns).map(cellValue);

interface Readers<Read> {
  xls: () => Promise<Read>;
  xlsx: (entries: readonly ArchiveEntry[]) => Promise<Read>;
}

/** Selects the reader by the file's content rather than its name; every error counts as one of the file. */
async function readByFormat<Read>(bytes: Uint8Array, read: Readers<Read>): Promise<Read> {
  const [first, second] = bytes;
  const isArchive = first === 0x50 && second === 0x4b;
  const entries = isArchive ? readDirectory(bytes) : undefined;
  if (isArchive ? entries === undefined : first !== 0xd0 || second !== 0xcf) throw new NotAWorkbook();
  try {
    return await (entries === undefined ? read.xls() : read.xlsx(entries));
  } catch (error) {
    throw new NotAWorkbook('', { cause: error });
  }
}
