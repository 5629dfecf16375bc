import type { Resource } from '@back-office/contract/resource/resource.ts';
import { org } from '@back-office/sys/orgs/org.ts';
import { user } from '@back-office/sys/users/user.ts';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { dictionaries, optionsOf } from '../../../testing/sample.ts';
import { stubServer } from '../../../testing/stub-server.ts';
import type { WorkerClient } from '../../../platform/sheet/worker-client.ts';
import type { ImportCalls } from '../table/import-worker.ts';
import { SheetTable } from '../table/sheet-table.ts';
import { fromTabSeparated, toTabSeparated } from '../../../platform/sheet/tab-separated.ts';
import type { Place, Range, TableState } from '../table/table-state.ts';
import { useTable } from '../table/use-table.ts';
import { ImportGrid } from './import-grid.tsx';
import { rangeOf, single, type Selection } from './selection.ts';

const choices = { gender: ['男', '女'].map((value) => ({ value, label: value })) };
const good = (account: string, name = '姓名') => [account, name, '男', '13800138000', null, null, null, null];

/** Calls the table directly instead of through the worker. */
function clientOf(sheet: SheetTable): WorkerClient<ImportCalls> {
  const doing = (work: () => void): TableState => {
    work();
    return sheet.state;
  };
  const calls: Record<string, (argument: never) => unknown> = {
    rows: ({ from, to }: { from: number; to: number }) => ({ revision: sheet.state.revision, rows: sheet.shown(from, to) }),
    write: ({ place, text }: { place: Place; text: string }) => doing(() => sheet.write(place, [[text]])),
    paste: ({ place, text }: { place: Place; text: string }) => doing(() => sheet.write(place, fromTabSeparated(text))),
    clear: (range: Range) => doing(() => sheet.clear(range)),
    remove: (rows: { from: number; to: number }) => doing(() => sheet.remove(rows.from, rows.to)),
    undo: () => doing(() => sheet.undo()),
    redo: () => doing(() => sheet.redo()),
    copy: (range: Range) => toTabSeparated(sheet.texts(range)),
  };
  const ask = async (name: string, argument: never): Promise<unknown> => calls[name]?.(argument);
  return { ask, end: () => undefined } as unknown as WorkerClient<ImportCalls>;
}

let selection: Selection;

function Grid({ sheet, busy, resource }: { sheet: SheetTable; busy: boolean; resource: Resource }) {
  const [client] = useState(() => clientOf(sheet));
  const table = useTable(client, sheet.state);
  const [now, select] = useState(single({ row: 0, column: 0 }));
  const choose = (next: Selection): void => {
    selection = next;
    select(next);
  };
  return (
    <div className="import-table" style={{ height: 400, display: 'flex', flexDirection: 'column' }}>
      <ImportGrid
        resource={resource}
        columns={sheet.columns}
        {...{ table, busy }}
        selection={now}
        select={choose}
        maxRows={Infinity}
        leave={() => document.querySelector<HTMLElement>('#after')?.focus()}
      />
      <button type="button" id="after">
        after
      </button>
    </div>
  );
}

async function drawGrid(
  rows: (string | number | null)[][],
  { busy = false, resource = user }: { busy?: boolean; resource?: Resource } = {},
) {
  stubServer({
    'GET /api/sys/dict/select-tree': dictionaries({ gender: ['男', '女'] }),
    'GET /api/sys/org/select-options': optionsOf('总部'),
  });
  selection = single({ row: 0, column: 0 });
  const sheet = new SheetTable(resource, choices);
  for (const row of rows) sheet.add(row);
  await draw(<Grid sheet={sheet} busy={busy} resource={resource} />);
  await expect.poll(() => cell(0, 0)?.textContent).toBe(String(rows[0]?.[0] ?? ''));
  return sheet;
}
const cell = (row: number, column: number): HTMLElement | null =>
  document.querySelector(`[role=gridcell][data-row="${row}"][data-column="${column}"]`);
const textAt = (row: number, column: number) => (): string | undefined => cell(row, column)?.textContent ?? undefined;
const press = (keys: string): Promise<void> => userEvent.keyboard(keys);
const click = (row: number, column: number): Promise<void> => userEvent.click(cell(row, column) ?? document.body);
const active = (): [string | undefined, string | undefined] => {
  const { row, column } = document.querySelector<HTMLElement>('.import-cell-active')?.dataset ?? {};
  return [row, column];
};
const chosen = (): number => document.querySelectorAll('[role=gridcell][aria-selected=true]').length;
const offered = (): (string | null)[] =>
  page
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent);
const typed = (): string => (document.activeElement instanceof HTMLInputElement ? document.activeElement.value : '');

describe('moving and selecting in the import grid', () => {
  test('the focus starts at the first cell and follows the arrow keys, Home, End and Tab', async () => {
    await drawGrid([good('a'), good('b'), good('c')]);
    await expect.poll(() => document.activeElement?.closest('[role=gridcell]')).toBe(cell(0, 0));
    await press('{ArrowDown}{ArrowRight}');
    await expect.poll(active).toEqual(['1', '1']);
    await press('{End}');
    await expect.poll(active).toEqual(['1', '7']);
    await press('{Tab}');
    await expect.poll(active).toEqual(['2', '0']);
    await press('{Shift>}{Tab}{/Shift}');
    await expect.poll(active).toEqual(['1', '7']);
    await press('{Control>}{Home}{/Control}');
    await expect.poll(active).toEqual(['0', '0']);
    await press('{ArrowUp}{ArrowLeft}');
    expect(active()).toEqual(['0', '0']);
  });

  test('Shift selects a range, and Ctrl+A selects everything', async () => {
    await drawGrid([good('a'), good('b'), good('c')]);
    await click(0, 0);
    await press('{Shift>}{ArrowDown}{ArrowRight}{/Shift}');
    await expect.poll(chosen).toBe(4);
    await press('{Control>}a{/Control}');
    await expect.poll(chosen).toBe(3 * 8);
    expect(rangeOf(selection)).toEqual({ from: { row: 0, column: 0 }, to: { row: 2, column: 7 } });
  });

  test('dragging over cells selects them', async () => {
    await drawGrid([good('a'), good('b'), good('c')]);
    await userEvent.dragAndDrop(cell(0, 1) ?? document.body, cell(2, 2) ?? document.body);
    await expect.poll(chosen).toBe(6);
  });

  test('only the rows in view are rendered, and the active cell is scrolled into view', async () => {
    await drawGrid(Array.from({ length: 5000 }, (_, at) => good(`a${at}`)));
    expect(document.querySelectorAll('.import-row').length).toBeLessThan(80);
    await press('{Control>}{ArrowDown}{/Control}');
    await expect.poll(textAt(4999, 0)).toBe('a4999');
    await expect.poll(active).toEqual(['4999', '0']);
    await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '5002');
  });

  test('Escape moves the focus out of the grid', async () => {
    await drawGrid([good('a')]);
    await click(0, 0);
    await press('{Escape}');
    await expect.element(page.getByRole('button', { name: 'after' })).toHaveFocus();
  });
});

describe('editing in the import grid', () => {
  test('a letter replaces the cell’s text; Enter accepts it and moves down', async () => {
    const sheet = await drawGrid([good('a'), good('b')]);
    await click(0, 1);
    await press('张三{Enter}');
    await expect.poll(textAt(0, 1)).toBe('张三');
    await expect.poll(active).toEqual(['1', '1']);
    expect(sheet.shown(0, 1)[0]?.cells[1]).toBe('张三');
  });

  test('F2 and a double click start with the existing text; Escape restores it', async () => {
    await drawGrid([good('a', '李四'), good('b')]);
    await click(0, 1);
    await press('{F2}');
    await expect.poll(typed).toBe('李四');
    await press('x{Escape}');
    await expect.poll(textAt(0, 1)).toBe('李四');
    await userEvent.dblClick(cell(0, 1) ?? document.body);
    await expect.poll(typed).toBe('李四');
    await press('{End}光{Tab}');
    await expect.poll(textAt(0, 1)).toBe('李四光');
    await expect.poll(active).toEqual(['0', '2']);
  });

  test('text typed right after Enter goes into the next cell', async () => {
    await drawGrid([good('a'), good('b'), good('c')]);
    await click(0, 1);
    await press('甲{Enter}乙{Enter}丙{Enter}');
    await expect.poll(() => [0, 1, 2].map((row) => textAt(row, 1)())).toEqual(['甲', '乙', '丙']);
  });

  test('dictionary entries are offered, by pinyin too, and the highlighted one is accepted', async () => {
    await drawGrid([good('a')]);
    await click(0, 2);
    await press('{F2}');
    await expect.poll(offered).toEqual(['男', '女']);
    await press('{ArrowDown}{ArrowDown}{Enter}');
    await expect.poll(textAt(0, 2)).toBe('女');
    await click(0, 2);
    await press('nan');
    await expect.poll(offered).toEqual(['男']);
    await press('{ArrowDown}{Enter}');
    await expect.poll(textAt(0, 2)).toBe('男');
  });

  test('Delete empties the selected cells, Ctrl+Z restores them, and Ctrl+Y empties them again', async () => {
    await drawGrid([good('a'), good('b')]);
    await click(0, 0);
    await press('{Shift>}{ArrowDown}{/Shift}{Delete}');
    await expect.poll(() => [textAt(0, 0)(), textAt(1, 0)()]).toEqual(['', '']);
    await press('{Control>}z{/Control}');
    await expect.poll(() => [textAt(0, 0)(), textAt(1, 0)()]).toEqual(['a', 'b']);
    await press('{Control>}y{/Control}');
    await expect.poll(textAt(0, 0)).toBe('');
  });

  test('nothing can be changed while the server is checking', async () => {
    const sheet = await drawGrid([good('a')], { busy: true });
    await click(0, 1);
    await press('x{Enter}');
    await userEvent.dblClick(cell(0, 1) ?? document.body);
    await press('{Delete}');
    expect(sheet.shown(0, 1)[0]?.cells[1]).toBe('姓名');
    await expect.element(page.getByRole('grid')).toHaveAttribute('aria-busy', 'true');
  });

  test('rows are deleted by their × button, and by Ctrl+Delete', async () => {
    const sheet = await drawGrid([good('a'), good('b'), good('c'), good('d')]);
    await page.getByRole('button', { name: '删除第 2 行' }).click();
    await expect.poll(() => sheet.shown(0, 9).map(({ cells }) => cells[0])).toEqual(['a', 'c', 'd']);
    await click(0, 0);
    await press('{Shift>}{ArrowDown}{/Shift}{Control>}{Delete}{/Control}');
    await expect.poll(() => sheet.shown(0, 9).map(({ cells }) => cells[0])).toEqual(['d']);
  });
});

describe('errors and sums in the import grid', () => {
  test('an error is marked, described at its row, and read out with its cell', async () => {
    await drawGrid([good('a'), ['b', '', '未', null, null, null, null, null]]);
    await expect.poll(() => cell(1, 1)?.getAttribute('aria-invalid')).toBe('true');
    await click(1, 1);
    await expect.element(page.getByText('第 2 行：姓名不能为空')).toBeVisible();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('姓名，第 2 行，空，错误：姓名不能为空');
    await press('李四{Enter}');
    await expect.poll(() => cell(1, 1)?.getAttribute('aria-invalid')).toBe(null);
  });

  test('sums are updated as numbers are changed', async () => {
    const row = (code: string, sort: number) => [null, `机构${code}`, code, null, null, null, null, null, sort, null];
    await drawGrid([row('A', 3), row('B', 4)], { resource: org });
    const sum = (): string | null | undefined => document.querySelector('.import-sum, [aria-rowindex="4"]')?.textContent;
    await expect.poll(sum).toContain('7');
    await click(0, 8);
    await press('10{Enter}');
    await expect.poll(sum).toContain('14');
  });
});
