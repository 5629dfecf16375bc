import { grouped } from '@back-office/contract/resource/grouped.ts';
import { importStates } from '@back-office/contract/calls/import.ts';
import { isTimeOfUse, parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { textOf } from '@back-office/contract/resource/text-of.ts';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Operations } from '../operations.ts';
import { dependentsOf } from '../../platform/database/dependents.ts';
import { selectRows } from '../select.ts';
import { batchesOf } from '../../platform/database/batches-of.ts';
import { conflict } from '../../platform/http/refusal.ts';
import { findImport } from './import-store.ts';
import { marked } from './save-import.ts';

/** The most records that a refusal lists, and that its message names. */
const [maxListed, maxNamed] = [100, 3];

/**
 * Undoes an import: deletes the records that it created, if nothing has touched them since. Refuses with 40900 and the records that were edited, used
 * or deleted, or to which other data is attached. Call it in a transaction; returns how many records it deleted.
 */
export async function undoImport(context: Context, resource: Resource, { remove }: Operations, importId: string): Promise<number> {
  const { db, user } = context;
  const { state, batchNo, fileName } = await findImport(db, resource.name, importId, user.userId, 'lock');
  if (state !== importStates.saved)
    throw conflict({ conflict: 'imported', batchNo: batchNo ?? 0 }, state === importStates.undone ? '该批次已经撤销' : '该文件尚未导入');
  const importedRows = await db.selectFrom('sys_import_row').select('recordId').where('importId', '=', importId).orderBy('rowNo').execute();
  const ids = importedRows.map(({ recordId }) => recordId);
  const rows = new Map<unknown, AnyRow>();
  const hanging = new Map<string, string>();
  for (const portion of batchesOf(ids.toSorted())) {
    for (const row of await selectRows(context, resource, portion, { lock: true })) rows.set(row.id, row);
    for (const { id, why } of await withAttachedData(context, resource, portion)) hanging.set(id, why);
  }
  const touched = ids.flatMap((id) => {
    const row = rows.get(id);
    const why = row === undefined ? '已被删除或不在您的数据范围内' : (whyTouched(resource, row) ?? hanging.get(id));
    return why === undefined ? [] : [{ id, label: textOf(row?.[resource.label]), why }];
  });
  if (touched.length > 0) {
    const first = touched.slice(0, maxNamed).map(({ label, why }) => `${label === '' ? '一条数据' : `“${label}”`}${why}`);
    const message = `导入的数据有 ${grouped(touched.length)} 条不能撤销：${first.join('，')}${touched.length > maxNamed ? ' 等' : ''}`;
    throw conflict({ conflict: 'touched', rows: touched.slice(0, maxListed), count: touched.length }, message);
  }
  const message = `撤销导入批次 ${batchNo ?? 0}`;
  // Bypasses the recycle bin: tens of thousands of records would bury everything else there, and the file can restore them.
  const asker: Context = { ...marked(context, '撤销导入', message), keepDeleted: () => Promise.resolve() };
  for (const portion of batchesOf(lowestFirst(resource, rows))) await remove(asker, resource, portion);
  await db.updateTable('sys_import').set({ state: importStates.undone }).where('id', '=', importId).execute();
  await context.record(context, [
    { resource, type: '撤销导入', id: importId, target: fileName, fields: [], message: `${message}：${ids.length} 条` },
  ]);
  return ids.length;
}

/** Ids of records; in a tree children come before their parents, since a record with children cannot be deleted. */
function lowestFirst(resource: Resource, rows: ReadonlyMap<unknown, AnyRow>): string[] {
  const parent = parentFieldOf(resource) ?? '';
  const depthOf = (row: AnyRow | undefined): number => (row === undefined ? 0 : 1 + depthOf(rows.get(row[parent])));
  const levels = [...Map.groupBy(rows.values(), depthOf)].toSorted(([one], [other]) => other - one);
  return levels.flatMap(([, level]) => level.map(({ id }) => id));
}

/** The records with attached data that would be lost with them: attachments, and rows that the database deletes with them. */
async function withAttachedData({ db }: Context, { name, table, fields }: Resource, ids: readonly string[]) {
  // The import itself wrote these links, as any save does.
  const own = Object.values(fields).flatMap((field) => (field.kind === 'references' ? field.link : []));
  const ties = (await dependentsOf(db, table)).filter((tie) => !own.includes(tie.table));
  const others = ties.map(
    ({ table: from, column }) =>
      sql`UNION SELECT ${sql.id(column)}, '已有关联数据' FROM ${sql.table(from)} WHERE ${sql.id(column)} = ANY(${ids}::uuid[])`,
  );
  const { rows } = await sql<{ id: string; why: string }>`
    SELECT otc_id::uuid AS id, '已有附件' AS why FROM sys_file WHERE otc_type = ${name} AND otc_id = ANY(${ids}::text[])
      ${sql.join(others, sql` `)}`.execute(db);
  return rows;
}

/** Why a record is no longer as imported: it was edited, or has a time that only use sets, such as the last sign-in. */
function whyTouched(resource: Resource, row: AnyRow): string | undefined {
  if (row.version !== 1) return '已被修改';
  return Object.keys(resource.fields).some((name) => isTimeOfUse(resource, name) && row[name] !== null) ? '已被使用' : undefined;
}
