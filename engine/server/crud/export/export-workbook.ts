import { Readable } from 'node:stream';
import { fieldOf } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { writeXlsxStream } from 'hucre/xlsx';
import type { Context } from '../context.ts';
import { newId } from '../../platform/database/new-id.ts';
import { cellOf, type Words } from './cell-of.ts';
import { dictWords } from './dict-words.ts';
import type { ExportPlan } from './plan-export.ts';
import { readPages } from './read-pages.ts';

type Cell = string | number | null;

/**
 * The workbook of a plan as a stream, read from the database as fast as it is taken and no faster: memory stays the
 * same for any number of rows, and where one sheet is full another begins. What was read is written into the operation
 * log, the whole or the part that went out before somebody gave up. Rejects when the first rows cannot be read.
 */
export async function exportWorkbook(
  context: Context,
  plan: ExportPlan,
  progress: (rows: number) => void = () => undefined,
): Promise<Readable> {
  const words = await wordsOf(context, plan);
  const pages = readPages(context, plan);
  // Before a byte is out: from then on a failure can only break the stream off.
  const first = await pages.next();
  const rows = sheetRows(context, plan, words, joined(first, pages), progress);
  return Readable.fromWeb(writeXlsxStream(rows, { name: plan.resource.title, zip64: false }) as Parameters<typeof Readable.fromWeb>[0]);
}

async function wordsOf(context: Context, { resource, columns }: ExportPlan): Promise<Words> {
  const dicts = columns.flatMap((name) => {
    const field = fieldOf(resource, name);
    return field.kind === 'dict' ? [field.dict] : [];
  });
  const entries = await dictWords(context.db, dicts);
  return new Map([...entries].map(([dict, list]) => [dict, new Map(list.map(({ value, label }) => [value, label]))]));
}

async function* joined(first: IteratorResult<AnyRow[]>, others: AsyncGenerator<AnyRow[]>): AsyncGenerator<AnyRow[]> {
  try {
    if (first.done !== true) yield first.value;
    yield* others;
  } finally {
    await others.return(undefined);
  }
}

async function* sheetRows(
  context: Context,
  plan: ExportPlan,
  words: Words,
  pages: AsyncGenerator<AnyRow[]>,
  progress: (rows: number) => void,
): AsyncGenerator<Cell[]> {
  const fields = plan.columns.map((name) => ({ name, field: fieldOf(plan.resource, name) }));
  let count = 0;
  let whole = false;
  try {
    yield fields.map(({ field }) => field.label);
    for await (const page of pages) {
      for (const row of page) yield fields.map(({ name, field }) => cellOf(row, name, field, words));
      count += page.length;
      progress(count);
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
