import { useCallback, useState, type KeyboardEvent } from 'react';
import type { Table } from '../table/use-table.ts';
import type { Leave } from './cell-input.tsx';
import { keyAction } from './key-action.ts';
import { rangeOf, single, within, type Selection, type Size } from './selection.ts';

interface Given {
  table: Table;
  /** The current selection. */
  selection: Selection;
  select: (selection: Selection) => void;
  size: Size;
  page: number;
  textOf: (row: number, column: number) => string;
  show: (row: number, column: number, text: string) => void;
  leave: () => void;
  busy: boolean;
}

interface Actions {
  /** The active cell is being edited, or is about to be. */
  editing: boolean;
  setEditing: (asked: boolean) => void;
  move: (selection: Selection) => void;
  commit: (text: string, way: Leave) => void;
  onKey: (event: KeyboardEvent) => void;
  remove: (row: number) => void;
}

/** The handlers of keyboard and mouse in the grid. */
export function useActions({ table, selection, select, size, page, textOf, show, leave, busy }: Given): Actions {
  const { change } = table;
  const { active, anchor } = selection;
  const [editing, setEditing] = useState(false);
  const move = (next: Selection): void => {
    setEditing(false);
    select(next);
  };
  const commit = (text: string, direction: Leave): void => {
    setEditing(false);
    if (!busy && text !== textOf(active.row, active.column)) {
      show(active.row, active.column, text);
      void change('write', { place: active, text });
    }
    const [down, right] = steps[direction];
    if (direction !== 'stay') move(single(within({ row: active.row + down, column: active.column + right }, size)));
  };
  const onKey = (event: KeyboardEvent): void => {
    const action = keyAction(event, selection, size, page);
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (action.kind === 'move') return move(action.extend ? { active: action.to, anchor } : single(action.to));
    if (action.kind === 'all') return select({ active: { row: 0, column: 0 }, anchor: { row: size.rows - 1, column: size.columns - 1 } });
    if (action.kind === 'leave') return leave();
    if (busy) return;
    const chosen = rangeOf(selection);
    if (action.kind === 'edit') setEditing(size.rows > 0);
    else if (action.kind === 'clear') void change('clear', chosen);
    else if (action.kind === 'removeRows') void change('remove', { from: chosen.from.row, to: chosen.to.row });
    else void change(action.kind, null);
  };
  const remove = useCallback((row: number) => void (busy || change('remove', { from: row, to: row })), [change, busy]);
  return { editing, setEditing, move, commit, onKey, remove };
}

const steps: Readonly<Record<Leave, readonly [number, number]>> = { stay: [0, 0], down: [1, 0], up: [-1, 0], right: [0, 1], left: [0, -1] };
