/** The table as the page knows it; rows are asked for as they come into view. */
export interface TableState {
  /** Goes up with every change, so that rows shown are known to be old. */
  revision: number;
  /** All rows, those shown (fewer while only invalid ones are), and those with an issue. */
  rows: number;
  shown: number;
  invalid: number;
  onlyInvalid: boolean;
  /** The row 合计: a column's sum, or nothing where it has none. */
  sums: (string | null)[];
  undo: boolean;
  redo: boolean;
  /** Rows that the server has not seen as they are now. */
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

/** A cell by its place in what is shown. */
export interface Place {
  row: number;
  column: number;
}

/** A rectangle of cells in what is shown, both corners in it. */
export interface Range {
  from: Place;
  to: Place;
}
