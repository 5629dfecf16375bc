import { Readable } from 'node:stream';
import { fieldOf } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { writeXlsxStream } from 'hucre/xlsx';
import type { Context } from '../context.ts';
import { cellOf, sheetText, type Words } from './cell-of.ts';
import { byteOrderMark, csvLine } from './csv-line.ts';
import { dictWords } from '../../platform/database/dict-words.ts';
import type { ExportFormat } from './export-format.ts';
import { exportRows, logExport } from './export-rows.ts';
import type { ExportPlan } from './plan-export.ts';
import { readPages } from './read-pages.ts';

/**
 * The rows of a plan as a stream, read from the database only as fast as the client reads: memory use is constant for any number of rows. When a
 * sheet of a workbook is full, another begins. Rejects when the first rows cannot be read.
 */
export async function exportStream(
  context: Context,
  plan: ExportPlan,
  format: ExportFormat,
  afterPage: (rows: number) => void | Promise<void> = () => undefined,
): Promise<Readable> {
  const words = format === 'ndjson' ? new Map() : await wordsOf(context, plan);
  const pages = readPages(context, plan);
  // Before the first byte is sent: afterwards a failure can only abort the stream.
  const rows = joined(await pages.next(), pages);
  const atEnd = await logExport(context, plan);
  // The JSON form of `select`, with the requested columns and the id, by which a program updates its copy.
  if (format === 'ndjson') return textStream(exportRows(rows, { head: [], each: (row) => `${JSON.stringify(row)}\n`, afterPage, atEnd }));
  const fields = plan.columns.map((name) => ({ name, field: fieldOf(plan.resource, name) }));
  const cells = (row: AnyRow) => fields.map(({ name, field }) => cellOf(row, name, field, words));
  const labels = fields.map(({ field }) => field.label);
  if (format === 'csv')
    return textStream(exportRows(rows, { head: [byteOrderMark + csvLine(labels)], each: (row) => csvLine(cells(row)), afterPage, atEnd }));
  const each = (row: AnyRow) => cells(row).map((cell) => (typeof cell === 'string' ? sheetText(cell) : cell));
  const sheet = exportRows<(string | number | null)[]>(rows, { head: [labels], each, afterPage, atEnd });
  return Readable.fromWeb(writeXlsxStream(sheet, { name: plan.resource.title, zip64: false }) as Parameters<typeof Readable.fromWeb>[0]);
}

/** Characters per chunk: a write for each line would take longer than reading the line. */
const block = 32_768;

const textStream = (lines: AsyncGenerator<string>): Readable => Readable.from(inBlocks(lines), { objectMode: false });

async function* inBlocks(lines: AsyncGenerator<string>): AsyncGenerator<string> {
  let text = '';
  for await (const line of lines) {
    text += line;
    if (text.length < block) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
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
