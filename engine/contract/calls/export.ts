/*
 * Exporting what a list shows, for every resource that answers `export`; {res} is its name. The query is that of
 * select-page without index and limit, `columns=a,b`: names of the declaration's `export` list, in the order wanted, and
 * `ids=x,y`, at most 500: of what matches only these records.
 *
 *   GET  {res}/export?…                      the .xlsx itself, as a stream, whatever the number of rows
 *   POST {res}/export?…                      → ExportStarted: the same, made in the background and kept in 导出中心
 *   GET  sys/export/select-exports           → ExportRecord[], the user's own, newest first
 *   GET  sys/export/download/{id}            the .xlsx, for its owner
 *   POST sys/export/cancel/{id}
 *   DELETE sys/export/delete/{id}
 */

/** Up to this many rows are made at once, while whoever asked waits. */
export const exportAtOnce = 20_000;

/** An export that is being made: its id in 导出中心, and about how many rows it will have. */
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
  /** Rows written so far, and about how many there are. */
  done: number;
  total: number | null;
  /** Bytes, once it is done. */
  fileSize: number | null;
  failReason: string | null;
  /** `YYYY-MM-DD HH:mm:ss`; after `expireTime` it is gone. */
  createTime: string;
  expireTime: string;
}
