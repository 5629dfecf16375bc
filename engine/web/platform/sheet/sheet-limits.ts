/** Limits of a workbook (docs/spec.md 9: 10 MB, .xls or .xlsx); what exceeds them is not read. Times in milliseconds, sizes in bytes. */
export const sheetLimits = {
  types: ['xls', 'xlsx'],
  bytes: 10 * 1024 * 1024,
  /** Rows of a sheet including its header; more than Excel's old format has. */
  rows: 100_001,
  columns: 256,
  sheets: 50,
  /** Limits of the .xlsx archive: number of files, and their stated unpacked size. */
  entries: 1000,
  unpacked: 200 * 1024 * 1024,
  ratio: 150,
  /** A reader that takes longer is terminated. */
  time: 20_000,
} as const;
