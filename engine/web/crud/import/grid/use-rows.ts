import { useCallback, useEffect, useState } from 'react';
import type { ShownRow } from '../table/table-state.ts';
import type { Table } from '../table/use-table.ts';

/** Number of rows per request to the worker. */
const pageSize = 100;

interface Page {
  revision: number;
  rows: readonly ShownRow[];
}

interface Rows {
  /** A shown row; undefined until it has loaded. A stale row is returned until the fresh one arrives. */
  rowAt: (index: number) => ShownRow | undefined;
  /** Shows a text in a cell optimistically, before the worker has confirmed it. */
  show: (index: number, column: number, text: string) => void;
}

/** The visible rows of a table, and the active one, requested from the worker as they come into view. */
export function useRows({ client, state: { revision, shown } }: Table, first: number, last: number, active: number): Rows {
  const [pages, setPages] = useState<ReadonlyMap<number, Page>>(new Map());
  const [from, to] = [Math.floor(first / pageSize), Math.floor(Math.max(first, Math.min(last, shown - 1)) / pageSize)];
  const own = Math.floor(Math.max(0, active) / pageSize);
  useEffect(() => {
    let isCurrent = true;
    const near = Array.from({ length: to - from + 1 }, (_, at) => from + at);
    for (const at of new Set([...near, own])) {
      if (pages.get(at)?.revision === revision) continue;
      void client.ask('rows', { from: at * pageSize, to: (at + 1) * pageSize }).then(
        (read) => isCurrent && setPages((now) => withPage(now, at, read, [...near, own])),
        // The worker has ended, and the dialog with it.
        () => undefined,
      );
    }
    return () => void (isCurrent = false);
    // `pages` is left out of the dependencies: each answer to this effect changes it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [client, from, to, own, revision]);
  return {
    rowAt: useCallback((index) => pages.get(Math.floor(index / pageSize))?.rows[index % pageSize], [pages]),
    show: useCallback((index, column, text) => setPages((now) => patched(now, index, column, text)), []),
  };
}

/** Only pages near the viewport are kept: a person may scroll through a hundred thousand rows. */
const maxPageDistance = 20;

function withPage(pages: ReadonlyMap<number, Page>, at: number, read: Page, needed: readonly number[]): ReadonlyMap<number, Page> {
  const before = pages.get(at)?.rows ?? [];
  // An unchanged row stays the same object, so it is not rendered again.
  const rows = read.rows.map((row, place) => {
    const old = before[place];
    return old !== undefined && isSame(old, row) ? old : row;
  });
  const near = [...pages].filter(([other]) => other !== at && needed.some((one) => Math.abs(other - one) < maxPageDistance));
  return new Map(near).set(at, { ...read, rows });
}

const isSame = (one: ShownRow, { id, cells, issues }: ShownRow): boolean =>
  one.id === id &&
  one.cells.every((text, column) => text === cells[column]) &&
  (one.issues === null || issues === null ? one.issues === issues : one.issues.every((issue, column) => issue === issues[column]));

function patched(pages: ReadonlyMap<number, Page>, index: number, column: number, text: string): ReadonlyMap<number, Page> {
  const at = Math.floor(index / pageSize);
  const found = pages.get(at);
  if (found === undefined) return pages;
  const rows = found.rows.map((row, place) => (place === index % pageSize ? { ...row, cells: row.cells.with(column, text) } : row));
  return new Map(pages).set(at, { ...found, rows });
}
