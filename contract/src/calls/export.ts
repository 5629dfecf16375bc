/*
 * Exporting what a list shows, for every resource that answers `export`; {res} is its name. The query is that of
 * select-page without index and limit, and `columns=a,b`: names of the declaration's `export` list, in the order wanted.
 *
 *   GET  {res}/export?…                      the .xlsx itself, as a stream, whatever the number of rows
 *   POST {res}/export?…                      → { id }: the same, made in the background and kept in 导出中心
 *   GET  sys/export/select-exports           → ExportRecord[], one's own, newest first
 *   GET  sys/export/download/{id}            the .xlsx, for its owner
 *   POST sys/export/cancel/{id}
 *   DELETE sys/export/delete/{id}
 */

/** More rows than this the browser has made in the background. */
export const exportAtOnce = 20_000;

/** One's own export in 导出中心: an item of `data` of select-exports. */
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
