/** What a workbook may be (docs/spec.md 9: 10 MB, .xls or .xlsx); beyond it nothing is read. Times in milliseconds, sizes in bytes. */
export const sheetLimits = {
  types: ['xls', 'xlsx'],
  bytes: 10 * 1024 * 1024,
  /** Rows of a sheet with their header; more than Excel's old format holds. */
  rows: 100_001,
  columns: 256,
  sheets: 50,
  /** Of the archive that an .xlsx is: files in it, and what they say they unpack to. */
  entries: 1000,
  unpacked: 200 * 1024 * 1024,
  ratio: 150,
  /** A reader that has not finished by then is ended. */
  time: 20_000,
} as const;
