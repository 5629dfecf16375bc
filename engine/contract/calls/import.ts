import type { Resource } from '../resource/resource.ts';

/*
 * Import of a sheet, for every resource whose declaration has an `import` list; {res} is its name. The user needs the
 * permission `import` on it.
 *
 *   POST {res}/open-import            { type, fileName }          → { id }
 *   POST {res}/add-import-rows/{id}   [{ row, values }, …]        → { rows }   at most `importLimits.partRows` at a time
 *   POST {res}/check-import/{id}      ?from=0&to=1999             → ImportCheck
 *   POST {res}/save-import/{id}       ?goodOnly=true              → SavedImport, with an Idempotency-Key
 *   POST {res}/undo-import/{id}                                   → { undone }, needs the permission `delete`
 *   GET  {res}/select-imports                                     → ImportBatch[], the user's own, newest first
 *
 * Rows are first staged on the server, in parts, and are not records yet. An edited row is sent again, a deleted row with
 * `values: null`. Then the rows are checked, a span of row numbers at a time, to show progress; a check sees the whole staged
 * file, so it finds duplicate values in it and parents in other rows. Saving checks everything again, in the one transaction
 * that writes.
 */

/** Limits of an import. */
export const importLimits = {
  /** The most rows of one add-import-rows, and of one span of check-import. */
  partRows: 2000,
  /** The most characters that a page sends in one add-import-rows, if it is not one row: at three bytes each, less than the server's 8 MiB. */
  partText: 2_500_000,
  /** The most rows of one import. */
  rows: 100_000,
  /** The most bytes of one import, as its rows are stored. */
  bytes: 128 * 1024 * 1024,
  /** The most bytes of rows that a check holds at once; a single row may have more. */
  heldBytes: 8 * 1024 * 1024,
  /** The largest row number. */
  maxRow: 9_999_999,
  /** The longest file name. */
  fileName: 200,
  /** How long a page waits for an import to be saved or undone, in milliseconds: so many rows take longer than other calls may. */
  timeout: 300_000,
} as const;

/** The name of a resource's template: the name of its file, and the value of `type` (docs/spec.md 5: "carries the template name as type"). */
export const templateName = ({ title }: Pick<Resource, 'title'>): string => `${title}导入模板`;

/**
 * Body of open-import. A `type` that is not this resource's template is refused with 40000.
 * @public
 */
export interface OpenImport {
  type: string;
  fileName: string;
}

/**
 * One row of the sheet. `row` is the grid's own row number, from 0 and never reused; issues refer to it. `values` has only fields of the
 * declaration's `import` list. A reference or a parent is an id, a name or a code as typed, or `上级/名称` where a name is ambiguous, 上级 being
 * what a row of the file has there; several are separated by 、. A dictionary field is the entry's value or label. Numbers are numbers, datetimes
 * `YYYY-MM-DD HH:mm:ss`, dates `YYYY-MM-DD`, booleans 是 or 否. A word such as `#N/A`, which spreadsheets show where a formula failed, is an issue
 * of its cell.
 */
export interface ImportRow {
  row: number;
  values: Record<string, unknown> | null;
}

/** What is wrong with a row, in words for the user. */
export interface ImportIssue {
  row: number;
  field: string;
  message: string;
}

/** Whether a cell holds the word that spreadsheets show where a formula failed. */
export const isFormulaError = (cell: unknown): cell is string =>
  typeof cell === 'string' && cell.startsWith('#') && formulaErrors.test(cell);

const formulaErrors =
  /^#(?:N\/A|NAME\?|GETTING_DATA|(?:VALUE|REF|ERR|DIV\/0|NUM|NULL|SPILL|CALC|FIELD|BLOCKED|CONNECT|UNKNOWN|BUSY|EXTERNAL|PYTHON)!)$/;

/** `data` of check-import: the rows from `from` to `to`, and all issues in them, in the rows' order. */
export interface ImportCheck {
  checked: number;
  issues: ImportIssue[];
}

/** `data` of save-import. */
export interface SavedImport {
  /** The batch number in the operation log. */
  batchNo: number;
  saved: number;
  /** Rows left out because of an issue, if only good rows were requested; `issues` has the reasons. */
  skipped: number;
  issues: ImportIssue[];
  /** The one-time passwords of new users, by row; returned only here. */
  passwords: { row: number; label: string; account: string; password: string }[];
}

/** An earlier import: an item of `data` of select-imports. */
export interface ImportBatch {
  id: string;
  batchNo: number;
  fileName: string;
  saved: number;
  /** `YYYY-MM-DD HH:mm:ss` */
  saveTime: string;
  /** 已导入 or 已撤销 */
  state: string;
}

/** The states of an import: staged, saved, undone, or being deleted. */
export const importStates = { open: '待导入', saved: '已导入', undone: '已撤销', expired: '已过期' } as const;
