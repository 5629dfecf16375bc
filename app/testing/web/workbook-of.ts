import type { Resource } from '@back-office/contract/resource/resource.ts';
import { sheetColumns } from '@back-office/contract/sheet-columns.ts';
import { writeXlsx } from 'hucre/xlsx';
import { setImportWorker } from '@back-office/web/crud/import/table/worker-of-imports.ts';

// As in the application (app/web/app.tsx): the worker that reads sheets is the real one.
setImportWorker(() => new Worker(new URL('../../web/import-worker.ts', import.meta.url), { type: 'module' }));

/** A workbook with the columns of a resource's template, except those in `without`, and these rows by the names of fields. */
export async function workbookOf(
  resource: Resource,
  name: string,
  rows: readonly Readonly<Record<string, string | number>>[],
  without: readonly string[] = [],
): Promise<File> {
  const columns = sheetColumns(resource).filter(({ prop }) => !without.includes(prop));
  const cells = rows.map((row) => columns.map(({ prop }) => row[prop] ?? null));
  const bytes = await writeXlsx({ sheets: [{ name: resource.title, rows: [columns.map(({ label }) => label), ...cells] }] });
  return new File([bytes as Uint8Array<ArrayBuffer>], name);
}
