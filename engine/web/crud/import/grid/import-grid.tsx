import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { SheetColumn } from '@back-office/contract/sheet-columns.ts';
import { memo, useEffect, useId, useLayoutEffect, useRef, type RefObject } from 'react';
import type { Place, ShownRow } from '../table/table-state.ts';
import type { Table } from '../table/use-table.ts';
import { CellInput } from './cell-input.tsx';
import { GridHead } from './grid-head.tsx';
import { GridRow } from './grid-row.tsx';
import './import-grid.css';
import { rangeOf, within, type Selection } from './selection.ts';
import { SumRow } from './sum-row.tsx';
import { useActions } from './use-actions.ts';
import { useClipboard } from './use-clipboard.ts';
import { useDrag } from './use-drag.ts';
import { useRows } from './use-rows.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

interface ImportGridProps {
  resource: Resource;
  columns: readonly SheetColumn[];
  table: Table;
  selection: Selection;
  select: (selection: Selection) => void;
  /** Where the focus goes when the keyboard leaves the grid. */
  leave: () => void;
  /** True while the server checks or saves: nothing can be changed then. */
  busy: boolean;
  /** Maximum number of rows rendered, so that the first rows do not wait for the rest. */
  maxRows: number;
}

const numberWidth = 72;
const removeWidth = 44;
/** Width of a bold digit in a sum; a sum must not be cut off, as it would read as another number. */
const digitWidth = 10;
const cellPadding = 18;

/** The rows of a sheet as an editable grid; only those in view are rendered. */
export const ImportGrid = memo(function ImportGrid({ resource, columns, table, selection, select, leave, busy, maxRows }: ImportGridProps) {
  const { state } = table;
  const scroller = useRef<HTMLDivElement>(null);
  const help = useId();
  const size = { rows: state.shown, columns: columns.length };
  const active = within(selection.active, size);
  const clamped: Selection = { active, anchor: within(selection.anchor, size) };
  const chosen = rangeOf(clamped);
  const { drawn, first, last, page, width, rowHeight } = useVirtualRows(scroller, state.shown, active.row, maxRows);
  const { rowAt, show } = useRows(table, first, last, active.row);
  useInView(scroller, active, page, rowHeight);
  useFirstFocus(scroller, drawn.length > 0);
  useFocusWithoutRows(scroller, state.shown === 0);
  const textOf = (at: number, column: number): string => rowAt(at)?.cells[column] ?? '';
  const actions = useActions({ table, selection: clamped, select, size, page, textOf, show, leave, busy });
  const { editing, setEditing, move, commit, onKey, remove } = actions;
  const clipboard = useClipboard(table, clamped, busy);
  const drag = useDrag(clamped, size, move);
  const { template, whole } = widthsOf(columns, state.sums, width);
  const row = rowAt(active.row);
  const column = columns[active.column];
  const input = column && (
    <CellInput
      // A separate input for each cell, so that text started in one never ends up in another.
      key={`${active.row}-${active.column}`}
      resource={resource}
      column={column}
      label={labelOf(column, row, active.column)}
      text={row?.cells[active.column] ?? ''}
      // Not before the row has loaded: editing would start with an empty text.
      autoEdit={editing && !busy && row !== undefined}
      locked={busy}
      onEdit={setEditing}
      commit={commit}
      onKey={onKey}
      clipboard={clipboard}
    />
  );
  return (
    <div className="import-grid-frame">
      <p id={help} className="visually-hidden">
        方向键移动，按住 Shift 选择区域，双击、F2 或直接输入开始编辑，Enter 或 Tab 确认，Ctrl+C、Ctrl+V 复制粘贴，Ctrl+Z 撤销，Ctrl+Delete
        删除所选行，F8 到下一个错误，Esc 离开表格。
      </p>
      <div
        ref={scroller}
        className="import-grid"
        role="grid"
        aria-label="导入数据"
        aria-describedby={help}
        aria-rowcount={state.shown + 2}
        aria-colcount={columns.length + 2}
        aria-multiselectable
        aria-busy={busy}
        tabIndex={-1}
        style={{ '--import-row': `${rowHeight}px`, '--import-columns': template, '--import-width': `${whole}px` }}
        {...drag}
        // Without rows there is no cell to receive keys, but a deletion can still be undone.
        onKeyDown={(event) => event.target === event.currentTarget && onKey(event)}
        onDoubleClick={(event) => {
          if (event.target instanceof HTMLElement && event.target.closest('[data-column]') !== null && !busy) setEditing(true);
        }}
      >
        <GridHead columns={columns} />
        <div className="import-body" role="rowgroup" style={{ height: state.shown * rowHeight }}>
          {drawn.map((index) => {
            const chosenRow = index >= chosen.from.row && index <= chosen.to.row;
            return (
              <GridRow
                key={index}
                index={index}
                row={rowAt(index)}
                columns={columns}
                from={chosenRow ? chosen.from.column : -1}
                to={chosenRow ? chosen.to.column : -1}
                active={index === active.row ? active.column : -1}
                input={index === active.row ? input : null}
                remove={remove}
              />
            );
          })}
        </div>
        <SumRow sums={state.sums} at={state.shown + 2} />
      </div>
      <p className="import-reason" aria-live="polite">
        {reasonOf(active, columns, row)}
      </p>
    </div>
  );
});

/** Scrolls to the active cell when it changes; not when its row is only redrawn. */
function useInView(scroller: RefObject<HTMLElement | null>, { row, column }: Place, page: number, rowHeight: number): void {
  const shown = useRef({ row, column });
  useLayoutEffect(() => {
    if (shown.current.row === row && shown.current.column === column) return;
    shown.current = { row, column };
    const frame = scroller.current;
    const top = Math.max((row - page + 1) * rowHeight, Math.min(frame?.scrollTop ?? 0, row * rowHeight));
    if (top !== frame?.scrollTop) frame?.scrollTo({ top });
    frame?.querySelector('.import-cell-active')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [scroller, row, column, page, rowHeight]);
}

/** Focuses the grid when its first rows appear: the file chooser, which had the focus, is gone. Not where that would open an on-screen keyboard. */
function useFirstFocus(scroller: RefObject<HTMLElement | null>, drawn: boolean): void {
  useEffect(() => {
    if (drawn && matchMedia('(pointer: fine)').matches)
      scroller.current?.querySelector<HTMLElement>('.import-input')?.focus({ preventScroll: true });
  }, [scroller, drawn]);
}

/** Deleting the last row also removes the focused cell: the grid itself takes the focus, before the next key event, until there are rows again. */
function useFocusWithoutRows(scroller: RefObject<HTMLElement | null>, empty: boolean): void {
  useLayoutEffect(() => {
    if (empty && document.activeElement === document.body) scroller.current?.focus({ preventScroll: true });
  }, [scroller, empty]);
}

/** Wide enough for a whole heading with its star at the largest font size setting. */
const headingWidth = (label: string): number => label.length * 16 + 12 + cellPadding;

/** The columns' widths in pixels, wide enough for headings and sums, with spare width shared among them; as a grid template and in total. */
function widthsOf(columns: readonly SheetColumn[], sums: readonly (string | null)[], width: number): { template: string; whole: number } {
  const needed = columns.map((column, at) =>
    Math.max(column.width, headingWidth(column.label), (sums[at]?.length ?? 0) * digitWidth + cellPadding),
  );
  const least = needed.reduce((sum, pixels) => sum + pixels, numberWidth + removeWidth);
  const spareWidth = Math.max(0, Math.floor(width) - least);
  const more = Math.floor(spareWidth / columns.length);
  // The last column gets the remainder of the division.
  const widths = needed.map((pixels, at) => pixels + (at === columns.length - 1 ? spareWidth - more * at : more));
  const template = [numberWidth, ...widths, removeWidth].map((pixels) => `${pixels}px`).join(' ');
  return { template, whole: least + spareWidth };
}

/** The issue of the active cell, or of its row as a whole. */
function reasonOf({ column }: Place, columns: readonly SheetColumn[], row: ShownRow | undefined): string {
  const reason = row?.issues?.[column] ?? row?.issues?.[columns.length];
  return reason === null || reason === undefined ? '' : `第 ${row?.number} 行：${reason}`;
}

/** What a screen reader says of the active cell. */
function labelOf(column: SheetColumn | undefined, row: ShownRow | undefined, at: number): string {
  const [text = '', issue = null] = [row?.cells[at], row?.issues?.[at]];
  return [
    column?.label,
    ...(row === undefined ? [] : [`第 ${row.number} 行`]),
    text === '' ? '空' : text,
    ...(issue === null ? [] : [`错误：${issue}`]),
  ].join('，');
}
