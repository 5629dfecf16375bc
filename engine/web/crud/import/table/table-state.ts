/** The table as the page knows it; rows are fetched as they come into view. */
export interface TableState {
  /** Incremented with every change, which tells the page that its rows are stale. */
  revision: number;
  /** The number of all rows, of shown rows (fewer while only invalid ones are shown), and of rows with an issue. */
  rows: number;
  shown: number;
  invalid: number;
  onlyInvalid: boolean;
  /** The row 合计: each column's sum, or null if it has none. */
  sums: (string | null)[];
  undo: boolean;
  redo: boolean;
  /** The number of rows whose current values the server does not have. */
  unsent: number;
}

/** A row as it is shown. */
export interface ShownRow {
  id: number;
  /** Its row in the sheet, counted from 1 and from the sheet's first row. */
  number: number;
  cells: string[];
  /** The reason at each invalid cell; the last one concerns the whole row. */
  issues: (string | null)[] | null;
}

/** The position of a cell among the shown rows. */
export interface Place {
  row: number;
  column: number;
}

/** A rectangle of shown cells, both corners included. */
export interface Range {
  from: Place;
  to: Place;
}
