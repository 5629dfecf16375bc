import { type ImportIssue, importLimits, type ImportRow } from '@back-office/contract/calls/import.ts';
import { theOffice } from '../../../platform/office/open-office.ts';
import { writeXlsx } from 'hucre/xlsx';
import { serveCalls } from '../../../platform/sheet/serve-calls.ts';
import { readTable, SheetRefused, type SheetProblem } from './read-table.ts';
import type { Choices } from './choices.ts';
import { errorsWorkbook } from './errors-workbook.ts';
import type { RowIssues } from './row-checker.ts';
import type { SheetTable } from './sheet-table.ts';
import { fromTabSeparated, toTabSeparated } from '../../../platform/sheet/tab-separated.ts';
import type { Place, Range, ShownRow, TableState } from './table-state.ts';
import { templateWorkbook } from './template-workbook.ts';

/** The result of reading: the table so far, or the problem with the sheet; without either the file itself is unreadable. */
export type Opened = { state: TableState } | { problem: SheetProblem };

/** Rows not yet sent to the server, as the JSON of `ImportRow[]`. */
export interface Unsent {
  json: string;
  ids: number[];
}

let table: SheetTable | undefined;
const lines: string[][] = [];
let fullRead: Promise<Opened> | undefined;

const opened = (): SheetTable => {
  if (table === undefined) throw new Error('no sheet is open');
  return table;
};
/** Wraps a change of the table as a call that answers with the table's new state. */
const doing =
  <Argument>(work: (table: SheetTable, argument: Argument) => void) =>
  (argument: Argument): TableState => {
    work(opened(), argument);
    return opened().state;
  };

const calls = {
  /** Answers once the first rows are there. The file is read in the worker too, to spare the page. */
  open: ({ file, resource, choices }: { file: Blob; resource: string; choices: Choices }): Promise<Opened> =>
    new Promise((resolve, reject) => {
      const started = (first: SheetTable): void => resolve({ state: (table = first).state });
      fullRead = file
        .arrayBuffer()
        .then((bytes) => readTable(new Uint8Array(bytes), theOffice().resourceOf(resource), choices, started))
        .then(({ state }) => ({ state }), problemOf);
      fullRead.then(resolve, reject);
    }),
  /** Answers once all rows are read. */
  whole: (_nothing: null): Promise<Opened> | undefined => fullRead,
  rows: ({ from, to }: { from: number; to: number }): { revision: number; rows: ShownRow[] } => ({
    revision: opened().state.revision,
    rows: opened().shown(from, to),
  }),
  write: doing<{ place: Place; text: string }>((sheet, { place, text }) => sheet.write(place, [[text]])),
  paste: doing<{ place: Place; text: string }>((sheet, { place, text }) => sheet.write(place, fromTabSeparated(text))),
  clear: doing<Range>((sheet, range) => sheet.clear(range)),
  remove: doing<{ from: number; to: number }>((sheet, { from, to }) => sheet.remove(from, to)),
  undo: doing<null>((sheet) => sheet.undo()),
  redo: doing<null>((sheet) => sheet.redo()),
  showInvalid: doing<boolean>((sheet, only) => sheet.showInvalid(only)),
  nextIssue: (after: Place): Place | undefined => opened().nextIssue(after),
  copy: (range: Range): string => toTabSeparated(opened().texts(range)),
  takeUnsent: (most: number): Unsent => {
    const taken = opened().takeUnsent(most);
    const rows = taken.map(({ id, row }) =>
      JSON.stringify({ row: id, values: row ? valuesOf(opened(), row.cells) : null } satisfies ImportRow),
    );
    let length = 0;
    const tooMuch = rows.findIndex((row, at) => (length += row.length) > importLimits.partText && at > 0);
    const ids = taken.map(({ id }) => id);
    if (tooMuch !== -1) opened().giveBack(ids.splice(tooMuch));
    return { json: `[${rows.slice(0, ids.length).join()}]`, ids };
  },
  giveBack: doing<number[]>((sheet, ids) => sheet.giveBack(ids)),
  state: (_nothing: null): TableState => opened().state,
  lastId: (_nothing: null): number => opened().lastId,
  tell: doing<{ from: number; to: number; issues: ImportIssue[] }>((sheet, { from, to, issues }) =>
    sheet.tell(from, to, byRow(sheet, issues)),
  ),
  errors: (_nothing: null): Promise<Uint8Array> => errorsWorkbook(opened()),
  addLines: (more: string[][]): void => void lines.push(...more),
  /** Writes the added lines to a plain sheet. */
  sheet: (name: string): Promise<Uint8Array> => writeXlsx({ sheets: [{ name, rows: lines }] }),
  template: ({ resource, choices }: { resource: string; choices: Choices }): Promise<Uint8Array> =>
    templateWorkbook(theOffice().resourceOf(resource), choices),
};

export type ImportCalls = typeof calls;
/** Serves the page's calls, in a worker that has registered its office. */
export const serveImport = (): void => serveCalls(calls);

function problemOf(error: unknown): Opened {
  if (error instanceof SheetRefused) return { problem: error.problem };
  throw error;
}

/** An empty cell is left out, so that the field's default applies. */
function valuesOf({ columns }: SheetTable, cells: SheetTable['invalidRows'][number]['cells']): Record<string, unknown> {
  return Object.fromEntries(columns.flatMap(({ prop }, at) => (cells[at] === null ? [] : [[prop, cells[at]]])));
}

function byRow({ columns }: SheetTable, issues: readonly ImportIssue[]): Map<number, RowIssues> {
  const rows = new Map<number, (string | undefined)[]>();
  for (const { row, field, message } of issues) {
    const rowIssues = rows.get(row) ?? Array.from({ length: columns.length + 1 }, () => undefined);
    const at = columns.findIndex(({ prop }) => prop === field);
    rowIssues[at === -1 ? columns.length : at] ??= message;
    rows.set(row, rowIssues);
  }
  return rows;
}
