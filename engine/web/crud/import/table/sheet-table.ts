import type { Field } from '@back-office/contract/resource/field.ts';
import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { sheetColumns, type SheetColumn } from '@back-office/contract/sheet-columns.ts';
import type { CellValue } from '../../../platform/sheet/cell-value.ts';
import { cellOf, type GridCell } from './cell-of.ts';
import type { Choices } from './choices.ts';
import { ColumnSums } from './column-sums.ts';
import { History } from './history.ts';
import { rowChecker, type CheckRow, type RowIssues } from './row-checker.ts';
import { RowMarks } from './row-marks.ts';
import type { Place, Range, ShownRow, TableState } from './table-state.ts';
import { withRows } from './with-rows.ts';

/** A row of the table; an `id` is never reused, and `number` is the row number in the sheet, from 1. */
export interface TableRow {
  readonly id: number;
  readonly number: number;
  cells: GridCell[];
}

interface Change {
  row: TableRow;
  column: number;
  before: GridCell;
  after: GridCell;
}

/** The rows of an import during review: with their checks, sums and undo history. Lives in the worker. */
export class SheetTable {
  readonly resource: Resource;
  readonly columns: readonly SheetColumn[];
  readonly #fields: readonly Field[];
  #rows: TableRow[] = [];
  /** Set while only invalid rows are shown: the rows invalid at that moment, so that none disappears while it is being fixed. */
  #view: TableRow[] | undefined;
  #lastId = -1;
  #lastNumber = 0;
  #revision = 0;
  readonly #check: CheckRow;
  readonly #marks = new RowMarks();
  readonly #sums: ColumnSums;
  readonly #history = new History();

  constructor(resource: Resource, choices: Choices) {
    this.resource = resource;
    this.columns = sheetColumns(resource);
    this.#fields = this.columns.map(({ prop }) => fieldOf(resource, prop));
    this.#check = rowChecker(resource, choices);
    this.#sums = new ColumnSums(this.columns);
  }

  /** Adds a row of the sheet; without a number it follows the last one. */
  add(values: readonly CellValue[], number?: number): void {
    const row = this.#newRow(values, number);
    this.#rows.push(row);
    this.#enter(row);
  }

  get size(): number {
    return this.#rows.length;
  }

  get state(): TableState {
    return {
      revision: this.#revision,
      rows: this.#rows.length,
      shown: this.#shown.length,
      invalid: this.invalidRows.length,
      onlyInvalid: this.#view !== undefined,
      sums: this.#sums.texts,
      ...this.#history.state,
      unsent: this.#marks.unsentOf(this.#rows.length),
    };
  }

  /** The shown rows from `from` up to but excluding `to`. */
  shown(from: number, to: number): ShownRow[] {
    return this.#shown.slice(from, to).map(({ id, number, cells }) => ({
      id,
      number,
      cells: cells.map((cell) => (cell === null ? '' : String(cell))),
      issues: this.#marks.issuesOf(id)?.map((message) => message ?? null) ?? null,
    }));
  }

  issuesOf = ({ id }: TableRow): RowIssues | undefined => this.#marks.issuesOf(id);

  get invalidRows(): TableRow[] {
    return this.#marks.anyInvalid ? this.#rows.filter(({ id }) => this.#marks.isInvalid(id)) : [];
  }

  /** Writes texts into the cells starting at a place; texts beyond the last column are dropped, missing rows are added. */
  write({ row: firstRow, column: firstColumn }: Place, texts: readonly (readonly string[])[]): void {
    const shown = this.#shown;
    const changes: Change[] = [];
    const added: TableRow[] = [];
    texts.forEach((line, rowOffset) => {
      const row = shown[firstRow + rowOffset] ?? this.#newRow([]);
      if (shown[firstRow + rowOffset] === undefined) added.push(row);
      line.slice(0, this.columns.length - firstColumn).forEach((text, columnOffset) => {
        const column = firstColumn + columnOffset;
        const after = cellOf(fieldOf(this.resource, this.columns[column]?.prop ?? ''), text);
        const before = row.cells[column] ?? null;
        if (after !== before && this.columns[column]?.disabled === false) changes.push({ row, column, before, after });
      });
    });
    if (changes.length + added.length === 0) return;
    const places = new Map(added.map((row, at) => [row, this.#rows.length + at]));
    this.#step(
      () => {
        this.#insert(places);
        this.#apply(changes, 'after');
      },
      () => {
        this.#apply(changes, 'before');
        this.#removeRows(new Set(added));
      },
    );
  }

  /** Empties the cells of a range. */
  clear({ from, to }: Range): void {
    const line = Array.from({ length: to.column - from.column + 1 }, () => '');
    const lines = Math.min(to.row, this.#shown.length - 1) - from.row + 1;
    this.write(from, Array<string[]>(lines).fill(line));
  }

  /** Deletes the shown rows from `from` to `to`, both included. */
  remove(from: number, to: number): void {
    const rows = new Set(this.#shown.slice(from, to + 1));
    const places = new Map<TableRow, number>();
    this.#rows.forEach((row, at) => rows.has(row) && places.set(row, at));
    this.#step(
      () => this.#removeRows(rows),
      () => this.#insert(places),
    );
  }

  texts({ from, to }: Range): string[][] {
    return this.#shown
      .slice(from.row, to.row + 1)
      .map(({ cells }) => cells.slice(from.column, to.column + 1).map((cell) => (cell === null ? '' : String(cell))));
  }

  undo(): void {
    this.#history.undo();
    this.#revision += 1;
  }

  redo(): void {
    this.#history.redo();
    this.#revision += 1;
  }

  showInvalid(only: boolean): void {
    this.#view = only ? this.invalidRows : undefined;
    this.#revision += 1;
  }

  /** The next cell with an issue after a place, row by row, wrapping around at the end; the last column shows the issue of a whole row. */
  nextIssue({ row: start, column }: Place): Place | undefined {
    const [shown, last] = [this.#shown, this.columns.length - 1];
    for (let step = 0; step <= shown.length; step += 1) {
      const row = (start + step) % shown.length;
      const issues = shown[row] === undefined ? undefined : this.issuesOf(shown[row]);
      const found = issues?.findIndex((message, at) => message !== undefined && (step > 0 || Math.min(at, last) > column)) ?? -1;
      if (found !== -1) return { row, column: Math.min(found, last) };
    }
    return undefined;
  }

  /** Takes at most this many rows that the server does not know yet, with `undefined` for deleted ones, and marks them as sent. */
  takeUnsent(max: number): { id: number; row: TableRow | undefined }[] {
    const deletedIds = this.#marks.gone(max);
    const rows = this.#rows.filter(({ id }) => this.#marks.isUnsent(id)).slice(0, max - deletedIds.length);
    for (const id of [...deletedIds, ...rows.map(({ id }) => id)]) this.#marks.sent(id);
    return [...deletedIds.map((id) => ({ id, row: undefined })), ...rows.map((row) => ({ id: row.id, row }))];
  }

  /** Records the server's issues for the rows from `from` to `to`. */
  tell(from: number, to: number, serverIssues: ReadonlyMap<number, RowIssues>): void {
    this.#marks.tell(from, to, serverIssues);
    this.#revision += 1;
  }

  /** Marks rows as unsent again, after a failed call. */
  giveBack(ids: readonly number[]): void {
    const existingIds = new Set(this.#rows.map(({ id }) => id));
    for (const id of ids) this.#marks.notSent(id, existingIds.has(id));
  }

  /** The largest id of a row. */
  get lastId(): number {
    return this.#lastId;
  }

  get #shown(): readonly TableRow[] {
    return this.#view ?? this.#rows;
  }

  #newRow(values: readonly CellValue[], number = this.#lastNumber + 1): TableRow {
    this.#lastNumber = Math.max(this.#lastNumber, number);
    const cells: GridCell[] = [];
    this.#fields.forEach((field, at) => cells.push(cellOf(field, values[at] ?? null)));
    return { id: (this.#lastId += 1), number, cells };
  }

  #step(redo: () => void, undo: () => void): void {
    this.#history.do({ redo, undo });
    this.#revision += 1;
  }

  #apply(changes: readonly Change[], side: 'before' | 'after'): void {
    for (const { row, column, ...values } of changes) {
      this.#sums.change(row.cells, 'subtract');
      row.cells[column] = values[side];
      this.#sums.change(row.cells, 'add');
    }
    for (const row of new Set(changes.map((change) => change.row))) this.#recheck(row);
  }

  #recheck = (row: TableRow): void => this.#marks.changed(row.id, this.#check(row.cells));

  /** Registers a row that was inserted. */
  #enter(row: TableRow): void {
    this.#sums.change(row.cells, 'add');
    this.#recheck(row);
  }

  /** Reinserts rows at their positions. */
  #insert(places: ReadonlyMap<TableRow, number>): void {
    if (places.size === 0) return;
    this.#rows = withRows(this.#rows, places);
    for (const row of places.keys()) this.#enter(row);
    if (this.#view === undefined) return;
    const viewed = new Set([...this.#view, ...places.keys()]);
    this.#view = this.#rows.filter((row) => viewed.has(row));
  }

  #removeRows(rows: ReadonlySet<TableRow>): void {
    for (const row of rows) {
      this.#sums.change(row.cells, 'subtract');
      this.#marks.removed(row.id);
    }
    this.#rows = this.#rows.filter((row) => !rows.has(row));
    this.#view = this.#view?.filter((row) => !rows.has(row));
  }
}
