import { cutText } from '@back-office/contract/cut-text.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import type { Context } from '../context.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { ExportPlan } from './plan-export.ts';

/** How records are written to an export. */
interface Written<Piece> {
  readonly head: readonly Piece[];
  readonly each: (row: AnyRow) => Piece;
  /** Called with the number of rows written after each page; the export stops if it rejects. */
  readonly afterPage: (rows: number) => void | Promise<void>;
  /** Called at the end with the number of rows written and whether the export is complete; `logExport` returns it, to complete the log line. */
  readonly atEnd: (rows: number, whole: boolean) => Promise<void>;
}

/** The pieces of an export: all, or those read before the consumer stopped. */
export async function* exportRows<Piece>(
  pages: AsyncGenerator<AnyRow[]>,
  { head, each, afterPage, atEnd }: Written<Piece>,
): AsyncGenerator<Piece> {
  let count = 0;
  let whole = false;
  try {
    yield* head;
    for await (const page of pages) {
      for (const row of page) yield each(row);
      count += page.length;
      await afterPage(count);
    }
    whole = true;
  } finally {
    await atEnd(count, whole);
  }
}

/** Writes the export into the operation log before anything is sent; the function that it returns completes the log line with the number of rows. */
export async function logExport(context: Context, { resource, words }: ExportPlan): Promise<Written<unknown>['atEnd']> {
  const id = newId();
  const logMessage = (what: string): string => cutText(`${what}；${words}`, 500);
  await context.record(context, [{ resource, type: '导出', id, target: resource.title, fields: [], message: logMessage('开始导出') }]);
  return async (rows, whole) => {
    const ended = { optMessage: logMessage(`导出 ${rows} 行${whole ? '' : '后中断'}`), duration: context.origin.elapsed() };
    await context.db.updateTable('sys_log_opt').set(ended).where('targetId', '=', id).execute();
  };
}
