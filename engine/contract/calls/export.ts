/*
 * Exports of lists, for every resource with the operation `export`; {res} is its name. The query is that of select-page
 * without index and limit, with `columns=a,b`: names of the declaration's `export` list in the desired order, and `ids=x,y`:
 * only these of the matching records, at most 500.
 *
 *   GET  {res}/export?…                      the .xlsx as a stream, for any number of rows
 *   POST {res}/export?…                      → ExportStarted: made in the background and kept in 导出中心
 *   GET  sys/export/select-exports           → ExportRecord[], the user's own, newest first
 *   GET  sys/export/download/{id}            the .xlsx, for its owner
 *   POST sys/export/cancel/{id}
 *   DELETE sys/export/delete/{id}
 */

/** A background export of at most this many rows is small: several of those run at once. */
export const smallExportMaxRows = 20_000;

/** An export in the making: its id in 导出中心, and approximately how many rows it will have. */
export interface ExportStarted {
  id: string;
  total: number;
}

/** The user's own export in 导出中心: an item of `data` of select-exports. */
export interface ExportRecord {
  id: string;
  title: string;
  fileName: string;
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  /** Rows written so far, and approximately how many there are. */
  done: number;
  total: number | null;
  /** In bytes, once the export is done. */
  fileSize: number | null;
  failReason: string | null;
  /** `YYYY-MM-DD HH:mm:ss`; after `expireTime` the export is deleted. */
  createTime: string;
  expireTime: string;
}
