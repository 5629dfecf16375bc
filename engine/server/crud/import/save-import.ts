import { type ImportIssue, importLimits, type SavedImport, importStates } from '@back-office/contract/calls/import.ts';
import { oneTimePassword } from '@back-office/contract/resource/field.ts';
import { parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { textOf } from '@back-office/contract/resource/text-of.ts';
import type { Change } from '../change.ts';
import type { Context } from '../context.ts';
import type { Operations } from '../operations.ts';
import type { Checked } from '../checked.ts';
import { batchesOf } from '../../platform/database/batches-of.ts';
import { conflict, refused, refusedField, refuseOf } from '../../platform/http/refusal.ts';
import { checkPart } from './check-part.ts';
import { findImport, markSaved, nextBatchNo, readParts } from './import-store.ts';
import { codesOf } from './staged-row.ts';

/** The most issues that a refusal lists; the rest are left out. */
const maxIssues = 5000;

type Row = Checked & { readonly rowNo: number };

/**
 * Saves a staged import as one batch: all rows, or with `goodOnly` only those without an issue, and the answer says how many were left out. Checks
 * everything again. Call it in a transaction. Refuses with 40000 and the issues, or with 40900 when the import was saved before.
 */
export async function saveImport(
  context: Context,
  resource: Resource,
  operations: Operations,
  { importId, goodOnly }: { importId: string; goodOnly: boolean },
): Promise<SavedImport> {
  const { db, user } = context;
  const { state, batchNo: earlier, fileName } = await findImport(db, resource.name, importId, user.userId, 'lock');
  if (state !== importStates.open)
    throw conflict({ conflict: 'imported', batchNo: earlier ?? 0 }, `该文件已经导入过，批次号 ${earlier ?? 0}`);
  const { rows, issues } = await checkWhole(context, resource, operations, importId);
  if (rows.length === 0) throw refusedField('rows', '没有可导入的数据');
  if (issues.length > 0 && !goodOnly) throw refused(issues.slice(0, maxIssues));
  const { good, orphans } = goodRows(resource, rows, issues);
  const all = [...issues, ...orphans].sort((one, other) => one.row - other.row);
  if (good.length === 0) throw refused(all.slice(0, maxIssues));
  const batchNo = await nextBatchNo(db);
  const passwords = await writeBatch(marked(context, '导入', `导入批次 ${batchNo}`), resource, operations, good);
  const saved = new Set(good.map(({ rowNo }) => rowNo));
  const skippedRows = rows.flatMap(({ rowNo }) => (saved.has(rowNo) ? [] : [rowNo]));
  await markSaved(db, importId, batchNo, [...saved], skippedRows);
  const message = `导入批次 ${batchNo}：导入 ${good.length} 行${skippedRows.length > 0 ? `，跳过有误的 ${skippedRows.length} 行` : ''}`;
  await context.record(context, [{ resource, type: '批量导入', id: importId, target: fileName, fields: [], message }]);
  return { batchNo, saved: good.length, skipped: skippedRows.length, issues: all.slice(0, maxIssues), passwords };
}

/** The context with every change logged as part of a batch. */
export function marked(context: Context, type: string, message: string): Context {
  const ofBatch = (changes: readonly Change[]) => changes.map((change) => ({ ...change, type, message }));
  return { ...context, record: (asker, changes) => context.record(asker, ofBatch(changes)) };
}

async function checkWhole(
  context: Context,
  resource: Resource,
  { guard }: Operations,
  importId: string,
): Promise<{ rows: Row[]; issues: ImportIssue[] }> {
  const rows: Row[] = [];
  const issues: ImportIssue[] = [];
  const seen = new Set<string>();
  for await (const staged of readParts(context.db, importId, { from: 0, to: importLimits.maxRow })) {
    const part = await checkPart(context, resource, staged, { guard, importId, seen });
    rows.push(...part.checked.map((checked, at) => ({ ...checked, rowNo: staged[at]?.rowNo ?? 0 })));
    issues.push(...part.issues);
  }
  return { rows, issues };
}

/** The rows without an issue, parents before their children; a row whose parent has an issue cannot be saved either. */
export function goodRows(
  resource: Resource,
  rows: readonly Row[],
  issues: readonly ImportIssue[],
): { good: Row[]; orphans: ImportIssue[] } {
  const bad = new Set(issues.map(({ row }) => row));
  const parent = parentFieldOf(resource);
  const good = rows.filter(({ rowNo }) => !bad.has(rowNo));
  if (parent === undefined) return { good, orphans: [] };
  const ofFile = new Set<unknown>(rows.map(({ id }) => id));
  const below = Map.groupBy(good, ({ values: { [parent]: above } }) => (ofFile.has(above) ? above : undefined));
  const ordered = [...(below.get(undefined) ?? [])];
  // Also visits the rows that it appends. One pass per level would take hours: a file may be one chain of 100,000 rows.
  for (const { id } of ordered) for (const row of below.get(id) ?? []) ordered.push(row);
  const placed = new Set(ordered);
  const message = `${resource.fields[parent]?.label ?? ''}所在的行有误或循环引用`;
  return { good: ordered, orphans: good.flatMap((row) => (placed.has(row) ? [] : [{ row: row.rowNo, field: parent, message }])) };
}

async function writeBatch(
  context: Context,
  resource: Resource,
  { write }: Operations,
  rows: readonly Row[],
): Promise<SavedImport['passwords']> {
  const passwords: SavedImport['passwords'] = [];
  const accountField = codesOf(resource)[0] ?? resource.label;
  for (const part of batchesOf(rows)) {
    const numbers = part.map(({ rowNo }) => rowNo);
    const written: AnyRow[] = await write(context, resource, part).catch((error: unknown) => refuseOf(error, numbers));
    written.forEach((row, place) => {
      const password = row[oneTimePassword];
      if (typeof password !== 'string') return;
      passwords.push({ row: numbers[place] ?? 0, label: textOf(row[resource.label]), account: textOf(row[accountField]), password });
    });
  }
  return passwords;
}
