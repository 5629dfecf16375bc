import { smallExportMaxRows, type ExportRecord } from '@back-office/contract/calls/export.ts';
import { formatBytes } from '@back-office/contract/format-bytes.ts';
import { isId } from '@back-office/contract/resource/field-schema.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type Expression, type Kysely, sql } from 'kysely';
import { anyFound } from '../../platform/database/any-of.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { Row, Tables } from '../../platform/database/tables.ts';
import { Refusal, refusedField } from '../../platform/http/refusal.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import { notifyNodes } from '../../platform/live/notify-nodes.ts';
import { filterParameters } from '../filter.ts';
import { fileNameOf } from './file-name-of.ts';
import type { Query } from './plan-export.ts';
import { clearSoon } from '../../platform/storage/clear-storage.ts';
import { inSeconds, now } from '../../platform/database/now.ts';
import { lockName } from '../../platform/database/lock-name.ts';

type Db = Kysely<Tables>;

/** Kinds of the export job: large exports run one at a time, small ones several at once, so that a small one does not wait behind a large one. */
export const exportJobs = { long: 'export', short: 'export-short' } as const;

/** Limits of one person's exports: how many may be waiting or running; how many, and how many bytes, are kept when another begins. */
const limits = { underWay: 10, kept: 100, bytes: 5 * 2 ** 30 };

/** An export, as its job and the download need it. */
export interface StoredExport extends Readonly<
  Row<'sys_export', 'id' | 'resource' | 'fileName' | 'jobId' | 'storageKey' | 'fileSize' | 'createUser' | 'reach'>
> {
  readonly query: Query;
}

interface NewExport {
  readonly resource: Resource;
  readonly query: Query;
  readonly userId: string;
  /** The number of rows now. */
  readonly total: number;
}

/** Adds an export and its job in the caller's transaction. Refuses with 42900 if too many of the user's wait or run, with 40000 if too much is kept. */
export async function addExport(db: Db, { resource, query, userId, total }: NewExport): Promise<string> {
  // Serialised: concurrent requests would each see room for one more.
  await lockName(db, `exports of ${userId}`);
  const { rows } = await sql<{ underWay: number; kept: number; bytes: number }>`
    SELECT count(*) FILTER (WHERE j.state IN ('waiting', 'running')) AS under_way, count(*) AS kept, coalesce(sum(e.file_size), 0)::float8 AS bytes
    FROM sys_export e LEFT JOIN sys_job j ON j.id = e.job_id WHERE e.create_user = ${userId}::uuid AND e.expire_time > now()`.execute(db);
  const { underWay, kept, bytes } = rows[0] ?? { underWay: 0, kept: 0, bytes: 0 };
  if (underWay >= limits.underWay) throw new Refusal('tooMany', { message: '您有太多导出任务未完成，请稍后再试', retryAfter: 30 });
  if (kept >= limits.kept || bytes >= limits.bytes)
    throw refusedField('export', `导出中心已有 ${kept} 个导出，共 ${formatBytes(bytes)}，请先在那里删除不再需要的`);
  const id = newId();
  const jobId = await addJob(db, {
    kind: exportJobs[total > smallExportMaxRows ? 'long' : 'short'],
    payload: { exportId: id },
    ownerId: userId,
  });
  const { name, title } = resource;
  await db
    .insertInto('sys_export')
    .values({
      id,
      resource: name,
      title,
      fileName: fileNameOf(title),
      query: JSON.stringify(paramsOf(query)),
      jobId,
      createUser: userId,
    })
    .execute();
  await notifyNodes(db, { kind: 'changed', topic: 'export', users: [userId] });
  return id;
}

/** Keeps only the parameters that an export reads; others may hold values that the database cannot store. */
const paramsOf = (query: Query): Query =>
  Object.fromEntries(
    [...filterParameters, 'ids', 'sort', 'columns'].flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])),
  );

/** The user's exports, newest first. */
export async function readExports(db: Db, userId: string): Promise<ExportRecord[]> {
  const { rows } = await sql<ExportRecord>`
    SELECT e.id, e.title, e.file_name, coalesce(j.state, CASE WHEN e.file_size IS NULL THEN 'failed' ELSE 'done' END) AS state,
      coalesce(j.progress_done, 0) AS done, j.progress_total AS total, e.file_size, j.fail_reason, e.create_time, e.expire_time
    FROM sys_export e LEFT JOIN sys_job j ON j.id = e.job_id
    WHERE e.create_user = ${userId}::uuid AND e.expire_time > now() ORDER BY e.create_time DESC, e.id DESC LIMIT 100`.execute(db);
  return rows;
}

/** How many of the user's exports failed and are still listed (`readExports`). */
export async function countFailedExports(db: Db, userId: string): Promise<number> {
  return (await readExports(db, userId)).filter(({ state }) => state === 'failed').length;
}

const stored = (db: Db) =>
  db
    .selectFrom('sys_export')
    .select(['id', 'resource', 'fileName', 'query', 'jobId', 'storageKey', 'fileSize', 'createUser', 'reach'])
    .$narrowType<Pick<StoredExport, 'query'>>();

/** The user's own export; 40400 for any other, and for an expired one. */
export async function findExport(db: Db, id: string, userId: string): Promise<StoredExport> {
  if (!isId(id)) throw new Refusal('gone');
  const found = await stored(db).where('id', '=', id).where('createUser', '=', userId).where('expireTime', '>', now).executeTakeFirst();
  if (found === undefined) throw new Refusal('gone');
  return found;
}

/** The export with this id, of any user; undefined if it was deleted meanwhile. */
export const exportById = (db: Db, id: string): Promise<StoredExport | undefined> => stored(db).where('id', '=', id).executeTakeFirst();

/** Stores the key of the object before it is written, so that an object left by a crash can be found. False when the export is gone. */
export async function storeObjectKey(db: Db, id: string, key: string): Promise<boolean> {
  const named = db.updateTable('sys_export').set({ storageKey: key, fileSize: null }).where('id', '=', id);
  return (await named.executeTakeFirst()).numUpdatedRows > 0n;
}

/** Marks an export as finished. False when it was deleted while it was made. */
export async function finishExport(db: Db, id: string, key: string, made: { fileSize: number; reach: string }): Promise<boolean> {
  const finished = db.updateTable('sys_export').set(made).where('id', '=', id).where('storageKey', '=', key);
  return (await finished.executeTakeFirst()).numUpdatedRows > 0n;
}

/** Deletes exports and returns how many. Their files go into the storage trash, with a delay for those that a job may still be writing. */
export async function deleteExports(db: Db, ids: Expression<string>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH gone AS (DELETE FROM sys_export WHERE id = ${ids} RETURNING storage_key, job_id), trash AS (
      INSERT INTO sys_storage_trash (storage_key, due_time) SELECT storage_key, CASE WHEN j.state = 'running' THEN ${inSeconds(600)} ELSE now() END
      FROM gone LEFT JOIN sys_job j ON j.id = job_id WHERE storage_key IS NOT NULL ON CONFLICT (storage_key) DO UPDATE SET due_time = excluded.due_time)
    SELECT count(*)::int FROM gone`.execute(db);
  await clearSoon(db);
  return rows[0]?.count ?? 0;
}

/** Puts the files of failed or cancelled exports into the storage trash, with a delay: a node that lost its connection may still be writing. */
export async function dropUnfinished(db: Db): Promise<void> {
  await sql`
    WITH over AS (SELECT e.id, e.storage_key FROM sys_export e LEFT JOIN sys_job j ON j.id = e.job_id
      WHERE e.file_size IS NULL AND e.storage_key IS NOT NULL AND coalesce(j.state NOT IN ('waiting', 'running'), true) FOR UPDATE OF e),
      let_go AS (UPDATE sys_export e SET storage_key = NULL FROM over WHERE e.id = over.id)
    INSERT INTO sys_storage_trash (storage_key, due_time) SELECT storage_key, ${inSeconds(600)} FROM over ON CONFLICT DO NOTHING`.execute(
    db,
  );
}

/** Deletes exports kept for a week or longer, at most `portion`, and returns how many. */
export const deleteExpired = (db: Db, portion: number): Promise<number> =>
  deleteExports(db, anyFound(db.selectFrom('sys_export').select('id').where('expireTime', '<', now).limit(portion)));
