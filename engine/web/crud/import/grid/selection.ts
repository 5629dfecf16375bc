import type { Place, Range } from '../table/table-state.ts';

/** The active cell, and the opposite corner of the selected range. */
export interface Selection {
  active: Place;
  anchor: Place;
}

/** One cell. */
export const single = (place: Place): Selection => ({ active: place, anchor: place });

/** The cells between the two corners. */
export const rangeOf = ({ active, anchor }: Selection): Range => ({
  from: { row: Math.min(active.row, anchor.row), column: Math.min(active.column, anchor.column) },
  to: { row: Math.max(active.row, anchor.row), column: Math.max(active.column, anchor.column) },
});

/** The number of rows and columns of the grid. */
export interface Size {
  rows: number;
  columns: number;
}

/** The place clamped to the grid's size. */
export const within = ({ row, column }: Place, { rows, columns }: Size): Place => ({
  row: Math.max(0, Math.min(row, rows - 1)),
  column: Math.max(0, Math.min(column, columns - 1)),
});

/** The cell after Tab; after the last cell of a row the first of the next. Undefined where Tab leaves the grid. */
export function afterTab({ row, column }: Place, back: boolean, { rows, columns }: Size): Place | undefined {
  const at = row * columns + column + (back ? -1 : 1);
  return at < 0 || at >= rows * columns ? undefined : { row: Math.floor(at / columns), column: at % columns };
}
