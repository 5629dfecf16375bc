import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { utils, write } from '@e965/xlsx';
import type { Locator, Page } from '@playwright/test';

export interface SheetFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A file of that name with these bytes. */
export const bytesAs = (name: string, buffer: Buffer): SheetFile => ({ name, mimeType: 'application/octet-stream', buffer });

/** A workbook in e2e/fixtures, under the name by which a person would choose it. */
export const fixture = async (path: string, name: string): Promise<SheetFile> =>
  bytesAs(name, await readFile(join(import.meta.dirname, '../fixtures', path)));

/** A workbook of one sheet, as a program other than ours writes it. */
export function workbook(name: string, rows: readonly (readonly (string | number)[])[]): SheetFile {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), '数据');
  return bytesAs(name, write(book, { type: 'buffer', bookType: name.endsWith('.xls') ? 'xls' : 'xlsx', compression: true }) as Buffer);
}

/** Opens the import of the visible list and returns its dialog. */
export async function openImport(page: Page): Promise<Locator> {
  await page.getByRole('toolbar').getByRole('button', { name: '导入', exact: true }).click();
  const dialog = page.getByRole('dialog').first();
  await dialog.getByRole('link', { name: /导入模板/ }).waitFor();
  return dialog;
}

/** Chooses files in the import dialog. */
export const chooseFiles = (page: Page, ...files: SheetFile[]): Promise<void> => page.getByLabel('选择文件').setInputFiles(files);

/** A cell of the import grid, both indexes from 1; column 1 is the first with data. */
export const cellAt = (page: Page, row: number, column: number): Locator =>
  page.locator(`[role=row][aria-rowindex="${row + 1}"] [role=gridcell][aria-colindex="${column + 1}"]`);

/**
 * For a page that has not been opened yet: returns a function that delays, from now on, each message to its workers by
 * this many milliseconds, as on a busy machine.
 */
export async function lagWorkers(page: Page): Promise<(ms: number) => Promise<void>> {
  await page.addInitScript(() => {
    const post = Reflect.get(Worker.prototype, 'postMessage') as (...given: unknown[]) => void;
    Worker.prototype.postMessage = function late(...given: unknown[]) {
      setTimeout(() => post.apply(this, given), Number(document.documentElement.dataset['lag'] ?? 0));
    };
  });
  return (ms) => page.evaluate((lag) => void (document.documentElement.dataset['lag'] = String(lag)), ms);
}
