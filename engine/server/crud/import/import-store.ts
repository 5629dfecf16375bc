import { type ImportBatch, importLimits, importStates } from '@back-office/contract/calls/import.ts';
import { grouped } from '@back-office/contract/resource/grouped.ts';
import { isId } from '@back-office/contract/resource/field-schema.ts';
import { type Kysely, sql } from 'kysely';
import { newId } from '../../platform/database/new-id.ts';
import { batchesOf } from '../../platform/database/batches-of.ts';
import type { Row, Tables } from '../../platform/database/tables.ts';
import { lockName } from '../../platform/database/lock-name.ts';
import { Refusal, refusedField } from '../../platform/http/refusal.ts';
import { inBatches } from '../../platform/jobs/in-batches.ts';
import type { readRows, StagedRow } from './staged-row.ts';
import { ago, now } from '../../platform/database/now.ts';

type Db = Kysely<Tables>;

/** An import as stored. */
export interface Import extends Readonly<Row<'sys_import', 'id' | 'fileName' | 'batchNo'>> {
  readonly state: (typeof importStates)[keyof typeof importStates];
}

/** How many unsaved imports one person may have; those unused for longest are deleted. */
const maxOpenImports = 5;

/** Begins an import and returns its id. */
export async function openImport(db: Db, resource: string, fileName: string, userId: string): Promise<string> {
  const id = newId();
  // Serialised: concurrent requests would each see fewer than there are.
  await lockName(db, `imports of ${userId}`);
  const open = db.selectFrom('sys_import').select('id').where('createUser', '=', userId).where('state', '=', importStates.open);
  const unused = open.orderBy('useTime', 'desc').offset(maxOpenImports - 1);
  // The state again: one of these may have been saved while this statement waited for its row.
  await db.deleteFrom('sys_import').where('id', 'in', unused).where('state', '=', importStates.open).execute();
  await db.insertInto('sys_import').values({ id, resource, fileName, createUser: userId }).execute();
  return id;
}

/** The user's own import into this resource; 40400 for any other. `use` records its use; `lock` also locks it for the transaction. */
export async function findImport(db: Db, resource: string, id: string, userId: string, how?: 'use' | 'lock'): Promise<Import> {
  if (!isId(id)) throw new Refusal('gone');
  const found = await db
    .selectFrom('sys_import')
    .select(['id', 'fileName', 'state', 'batchNo'])
    .where('id', '=', id)
    .where('resource', '=', resource)
    .where('createUser', '=', userId)
    .where('state', '!=', importStates.expired)
    .$if(how === 'lock', (own) => own.forUpdate())
    .$narrowType<{ state: Import['state'] }>()
    .executeTakeFirst();
  if (found === undefined) throw new Refusal('gone');
  if (how !== undefined) await db.updateTable('sys_import').set({ useTime: now }).where('id', '=', id).execute();
  return found;
}

/** Stages rows, replacing those with the same number, and deletes the `removed` ones. Refuses with 40000 more than one import may hold. */
export async function stageRows(db: Db, importId: string, { rows, removed }: ReturnType<typeof readRows>): Promise<number> {
  const json = JSON.stringify(
    rows.map(({ rowNo, recordId, values, uniqueKeys, names }) => ({
      row_no: rowNo,
      record_id: recordId,
      // As text within JSON: the type json accepts escapes that jsonb and json_to_recordset would refuse.
      row_values: JSON.stringify(values),
      unique_keys: uniqueKeys,
      names,
    })),
  );
  if (removed.length > 0)
    await sql`DELETE FROM sys_import_row WHERE import_id = ${importId}::uuid AND row_no = ANY(${removed}::int[])`.execute(db);
  await sql`
    INSERT INTO sys_import_row (import_id, row_no, record_id, row_values, unique_keys, names, row_bytes)
    SELECT ${importId}::uuid, row_no, record_id, row_values::json, unique_keys, names, octet_length(row_values) + octet_length(unique_keys::text)
    FROM json_to_recordset(${json}::json) AS x(row_no int, record_id uuid, row_values text, unique_keys text[], names text[])
    ON CONFLICT (import_id, row_no) DO UPDATE SET row_values = excluded.row_values, unique_keys = excluded.unique_keys, names = excluded.names,
      row_bytes = excluded.row_bytes`.execute(db);
  const { count, bytes } = await db
    .selectFrom('sys_import_row')
    .select(({ fn }) => [fn.countAll<number>().as('count'), sql<number>`sum(row_bytes)`.as('bytes')])
    .where('importId', '=', importId)
    .executeTakeFirstOrThrow();
  if (count > importLimits.rows) throw refusedField('rows', `一次最多导入 ${grouped(importLimits.rows)} 行`);
  if (bytes > importLimits.bytes) throw refusedField('rows', `一次最多导入 ${importLimits.bytes / 2 ** 20} MB 的内容，请分成几个文件`);
  return count;
}

/** The staged rows with these numbers, in order and in parts: each has at most `importLimits.heldBytes`, or a single row. */
export async function* readParts(db: Db, importId: string, { from, to }: { from: number; to: number }): AsyncGenerator<StagedRow[]> {
  for (let next = from; ;) {
    const { rows } = await sql<Row<'sys_import_row', 'rowNo' | 'recordId'> & { readonly values: StagedRow['values'] }>`
      SELECT row_no, record_id, row_values AS "values" FROM (
        SELECT *, sum(row_bytes) OVER (ORDER BY row_no) AS bytes FROM (
          SELECT * FROM sys_import_row WHERE import_id = ${importId}::uuid AND row_no BETWEEN ${next} AND ${to}
          ORDER BY row_no LIMIT ${importLimits.partRows}) first) counted
      WHERE bytes <= ${importLimits.heldBytes} OR bytes = row_bytes ORDER BY row_no`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    next = last.rowNo + 1;
  }
}

type Repeat = Row<'sys_import_row', 'rowNo'> & { readonly key: number };

/** The rows with a unique value that an earlier row of the file has too; `key` is the index of the unique key. */
export async function repeatsIn(db: Db, importId: string, rowNos: readonly number[], caseless: readonly boolean[]): Promise<Repeat[]> {
  const { rows } = await sql<Repeat>`
    SELECT row_no, place::int - 1 AS key FROM (
      SELECT row_no, place, row_number() OVER (
        PARTITION BY place, CASE WHEN (${caseless}::boolean[])[place] THEN lower(text) ELSE text END ORDER BY row_no) AS time
      FROM sys_import_row, unnest(unique_keys) WITH ORDINALITY AS k(text, place) WHERE import_id = ${importId}::uuid AND text IS NOT NULL) found
    WHERE time > 1 AND row_no = ANY(${rowNos}::int[])`.execute(db);
  return rows;
}

type Named = Row<'sys_import_row', 'recordId'> & { readonly name: string; readonly cell: string };

/** Escapes of what the database cannot store: it reads no cell of a row that has one. */
const unstorable = String.raw`\\u(0000|d[89a-f])`;

/** The ids of the records that rows of the file will create, by the names and codes in those rows, with their texts in a cell. */
export async function rowsNamed(db: Db, importId: string, names: readonly string[], cell: string): Promise<Named[]> {
  const { rows } = await sql<Named>`
    SELECT name, record_id, coalesce(CASE WHEN row_values::text !~ ${unstorable} THEN row_values ->> ${cell} END, '') AS cell
    FROM sys_import_row, unnest(names) AS name
    WHERE import_id = ${importId}::uuid AND names && ${names}::text[] AND name = ANY(${names}::text[])`.execute(db);
  return rows;
}

export async function nextBatchNo(db: Db): Promise<number> {
  const { rows } = await sql<{ batchNo: number }>`SELECT nextval('sys_import_batch_no') AS batch_no`.execute(db);
  return rows[0]?.batchNo ?? 0;
}

/** Marks an import as saved. Skipped rows are deleted; of saved rows only the number and the id of the created record remain. */
export async function markSaved(
  db: Db,
  importId: string,
  batchNo: number,
  saved: readonly number[],
  skipped: readonly number[],
): Promise<void> {
  const named = (rowNos: readonly number[]) => sql`import_id = ${importId}::uuid AND row_no = ANY(${rowNos}::int[])`;
  for (const part of batchesOf(skipped)) await sql`DELETE FROM sys_import_row WHERE ${named(part)}`.execute(db);
  for (const part of batchesOf(saved))
    await sql`UPDATE sys_import_row SET row_values = NULL, unique_keys = '{}', names = '{}', row_bytes = 0 WHERE ${named(part)}`.execute(
      db,
    );
  await db
    .updateTable('sys_import')
    .set({ state: importStates.saved, batchNo, saved: saved.length, saveTime: now })
    .where('id', '=', importId)
    .execute();
}

/** The user's saved imports into this resource, newest first; a saved import has a batch number and a time. */
export async function readBatches(db: Db, resource: string, userId: string): Promise<ImportBatch[]> {
  return db
    .selectFrom('sys_import')
    .select(['id', 'batchNo', 'fileName', 'saved', 'saveTime', 'state'])
    .where('createUser', '=', userId)
    .where('resource', '=', resource)
    .where('state', 'in', [importStates.saved, importStates.undone])
    .orderBy('saveTime', 'desc')
    .limit(50)
    .$narrowType<Pick<ImportBatch, 'batchNo' | 'saved' | 'saveTime'>>()
    .execute();
}

/**
 * Deletes imports unused and unsaved for a day, and saved ones after `days`, which can then no longer be undone. None of them is found any more
 * once it is marked, so that nobody saves one whose rows are being deleted, some thousands at a time.
 */
export async function clearImports(db: Db, days: number, signal: AbortSignal): Promise<void> {
  const isExpired = sql<boolean>`CASE state WHEN ${importStates.open} THEN use_time < ${ago('1 day')} ELSE save_time < ${ago(`${days} days`)} END`;
  await db.updateTable('sys_import').set({ state: importStates.expired }).where(isExpired).execute();
  await inBatches(signal, 5000, async (portion) => {
    const { numAffectedRows } = await sql`
      DELETE FROM sys_import_row r USING (SELECT import_id, row_no FROM sys_import_row
        WHERE import_id = ANY(ARRAY(SELECT id FROM sys_import WHERE state = ${importStates.expired})) LIMIT ${portion}) old
      WHERE r.import_id = old.import_id AND r.row_no = old.row_no`.execute(db);
    return numAffectedRows;
  });
  await db.deleteFrom('sys_import').where('state', '=', importStates.expired).execute();
}
