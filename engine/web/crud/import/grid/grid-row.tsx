import { DeleteOutlined } from '@ant-design/icons';
import type { SheetColumn } from '@back-office/contract/sheet-columns.ts';
import { memo, type ReactNode } from 'react';
import type { ShownRow } from '../table/table-state.ts';

export interface GridRowProps {
  index: number;
  row: ShownRow | undefined;
  columns: readonly SheetColumn[];
  /** The selected columns of this row, inclusive; -1 for none. */
  from: number;
  to: number;
  /** The column of the active cell, and the input to render in it. */
  active: number;
  input: ReactNode;
  remove: (index: number) => void;
}

/** A row of the grid: its number in the sheet, its cells, and a button that deletes it. All cells but the active one are plain text. */
export const GridRow = memo(function GridRow({ index, row, columns, from, to, active, input, remove }: GridRowProps) {
  const rowIssue = row?.issues?.[columns.length] ?? null;
  return (
    <div role="row" aria-rowindex={index + 2} className="import-row" style={{ '--import-at': index }}>
      <span role="rowheader" aria-colindex={1} className="import-number" data-row={index} title={rowIssue ?? undefined}>
        {rowIssue !== null && <span className="import-mark" aria-label={rowIssue} role="img" />}
        {row?.number}
      </span>
      {columns.map(({ prop, summary }, column) => {
        const issue = row?.issues?.[column] ?? null;
        const chosen = column >= from && column <= to;
        return (
          <span
            key={prop}
            role="gridcell"
            aria-colindex={column + 2}
            aria-selected={chosen}
            aria-invalid={issue === null ? undefined : true}
            data-row={index}
            data-column={column}
            data-figure={summary}
            title={issue ?? undefined}
            className={classOf({ invalid: issue !== null, chosen, active: column === active })}
          >
            {row?.cells[column]}
            {column === active && input}
          </span>
        );
      })}
      <span role="gridcell" aria-colindex={columns.length + 2}>
        <button
          type="button"
          tabIndex={-1}
          className="import-remove"
          aria-label={`删除第 ${row?.number ?? ''} 行`}
          onClick={() => remove(index)}
        >
          <DeleteOutlined aria-hidden />
        </button>
      </span>
    </div>
  );
});

const classOf = ({ invalid, chosen, active }: { invalid: boolean; chosen: boolean; active: boolean }): string =>
  ['import-cell', invalid && 'import-cell-invalid', chosen && 'import-cell-chosen', active && 'import-cell-active']
    .filter(Boolean)
    .join(' ');
