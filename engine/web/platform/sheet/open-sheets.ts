import type { CellValue } from './cell-value.ts';
import type { SheetCalls, SheetInfo } from './sheet-worker.ts';
import { sheetLimits } from './sheet-limits.ts';
import { workerClient } from './worker-client.ts';

/** A workbook opened for viewing; its rows stay in the worker. */
export interface OpenedSheets {
  sheets: readonly SheetInfo[];
  /** Rows `from` (inclusive) to `to` (exclusive) of a sheet, from 0; a row may be shorter than the sheet's width. */
  rows: (sheet: number, from: number, to: number) => Promise<CellValue[][]>;
  /** Terminates the worker; call it when the workbook is no longer shown. */
  close: () => void;
}

/** Opens an .xls or .xlsx in a worker. Rejects if it is not a workbook, or could not be read within 20 s. */
export async function openSheets(file: Blob): Promise<OpenedSheets> {
  const bytes = await file.arrayBuffer();
  const client = workerClient<SheetCalls>(new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' }));
  try {
    const sheets = await client.ask('open', bytes, { transfer: [bytes], time: sheetLimits.time });
    return { sheets, rows: (sheet, from, to) => client.ask('rows', { sheet, from, to }), close: client.end };
  } catch (error) {
    client.end();
    throw error;
  }
}
