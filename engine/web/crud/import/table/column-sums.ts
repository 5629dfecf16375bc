import { grouped } from '@back-office/contract/resource/grouped.ts';
import type { SheetColumn } from '@back-office/contract/sheet-columns.ts';
import type { GridCell } from './cell-of.ts';
import { DecimalSum } from './decimal-sum.ts';

/** The sums of the numeric columns, updated as rows are added, changed and removed. */
export class ColumnSums {
  readonly #sums: (DecimalSum | undefined)[];

  constructor(columns: readonly SheetColumn[]) {
    this.#sums = columns.map(({ summary }) => (summary ? new DecimalSum() : undefined));
  }

  change(cells: readonly GridCell[], change: 'add' | 'subtract'): void {
    this.#sums.forEach((sum, at) => {
      const cell = cells[at];
      if (typeof cell === 'number') sum?.[change](cell);
    });
  }

  /** Null for a column that is not summed. */
  get texts(): (string | null)[] {
    return this.#sums.map((sum) => (sum === undefined ? null : grouped(sum.text)));
  }
}
