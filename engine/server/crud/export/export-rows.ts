import type { AnyRow } from '@back-office/contract/resource/row.ts';
import type { Context } from '../context.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { ExportPlan } from './plan-export.ts';

/** What becomes of each record on its way out. */
interface Written<Piece> {
  readonly head: readonly Piece[];
  readonly each: (row: AnyRow) => Piece;
  /** Told how many are out; where it refuses, that is all. */
  readonly afterPage: (rows: number) => void | Promise<void>;
}

/** The pieces of an export. What was read is written into the operation log, the whole or the part that went out before somebody gave up. */
export async function* exportRows<Piece>(
  context: Context,
  plan: ExportPlan,
  pages: AsyncGenerator<AnyRow[]>,
  { head, each, afterPage }: Written<Piece>,
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
    await record(context, plan, count, whole);
  }
}

async function record(context: Context, { resource, words }: ExportPlan, count: number, whole: boolean): Promise<void> {
  const message = `导出 ${count} 行${whole ? '' : '后中断'}；${words}`.slice(0, 500);
  await context.record(context, [{ resource, type: '导出', id: newId(), target: resource.title, fields: [], message }]);
}
