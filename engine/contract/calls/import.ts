import type { Resource } from '../resource/resource.ts';

/*
 * Importing a sheet, for every resource whose declaration has an `import` list; {res} is its name. The person needs the
 * permission `import` on it.
 *
 *   POST {res}/open-import            { type, fileName }          → { id }
 *   POST {res}/add-import-rows/{id}   [{ row, values }, …]        → { rows }   at most `importLimits.partRows` at a time
 *   POST {res}/check-import/{id}      ?from=0&to=1999             → ImportCheck
 *   POST {res}/save-import/{id}       ?goodOnly=true              → SavedImport, with an Idempotency-Key
 *   POST {res}/undo-import/{id}                                   → { undone }, needs the permission `delete`
 *   GET  {res}/select-imports                                     → ImportBatch[], the user's own, newest first
 *
 * Rows are staged on the server first, in parts; nothing of them is a record yet. A row is sent again when it was edited,
 * and with `values: null` when it was deleted. Then they are checked, a span of row numbers at a time so that progress
 * shows; a check knows the whole staged file, and so finds a value that stands twice in it and a parent that stands in
 * another row. Saving checks everything once more, in the one transaction that writes.
 */

/**
 * How much travels at once, and how much there may be.
 */
export const importLimits = {
  /** Most rows of one add-import-rows, and of one span of check-import. */
  partRows: 2000,
  /** Most rows of one import. */
  rows: 100_000,
  /** Largest row number. */
  maxRow: 9_999_999,
  /** Longest file name. */
  fileName: 200,
  /** Milliseconds that a page waits for the saving, or the undoing, of an import: so many rows take longer than other calls may. */
  timeout: 300_000,
} as const;

/**
 * The name of a resource's template, and so what its file is called and what `type` says (docs/spec.md 5: "carries
 * the template name as type").
 */
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
 * One row of the sheet. `row` is the grid's own number of it, from 0 and never given twice; issues name it. In `values`
 * stand fields of the declaration's `import` list and no others. A reference or a parent is an id, or its name or code
 * as somebody typed it, or `上级/名称` where one name stands often; several are separated by 、. A dictionary field is the
 * entry's value or its label. Numbers are numbers, datetimes `YYYY-MM-DD HH:mm:ss`, dates `YYYY-MM-DD`, booleans 是 or 否.
 */
export interface ImportRow {
  row: number;
  values: Record<string, unknown> | null;
}

/**
 * What is wrong with a row, in words for whoever imports.
 */
export interface ImportIssue {
  row: number;
  field: string;
  message: string;
}

/**
 * `data` of check-import: the rows from `from` to `to`, and every issue in them, in the rows' order.
 */
export interface ImportCheck {
  checked: number;
  issues: ImportIssue[];
}

/**
 * `data` of save-import.
 */
export interface SavedImport {
  /** The batch's number, as the operation log names it. */
  batchNo: number;
  saved: number;
  /** Rows left out because of an issue, where only good rows were asked for; `issues` says why. */
  skipped: number;
  issues: ImportIssue[];
  /** Told this once: the one-time passwords of new users, by row. */
  passwords: { row: number; label: string; account: string; password: string }[];
}

/**
 * One earlier import: an item of `data` of select-imports.
 */
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

/** Where an import stands: its rows wait, are saved, or were taken back. */
export const importStates = { open: '待导入', saved: '已导入', undone: '已撤销' } as const;
