import { exportAtOnce, type ExportRecord } from '@back-office/contract/calls/export.ts';
import { isId } from '@back-office/contract/resource/field-schema.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type Kysely, sql } from 'kysely';
import { newId } from '../../platform/database/new-id.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import { notifyNodes } from '../../platform/live/tell.ts';
import { fileNameOf } from './file-name.ts';
import type { Query } from './plan-export.ts';

type Db = Kysely<Tables>;

/** Kinds of the job that makes an export: of many rows one at a time, of few several, so that nobody waits behind a long one. */
export const exportJobs = { long: 'export', short: 'export-short' } as const;

/** Exports of one person that may wait or run. */
const mostUnderWay = 10;

/** An export as its job and its owner's download need it. */
export interface StoredExport {
  readonly id: string;
  readonly resource: string;
  readonly fileName: string;
  readonly query: Query;
  readonly jobId: string | null;
  readonly storageKey: string | null;
  /** Null until it is done. */
  readonly fileSize: number | null;
  readonly createUser: string;
  /** What its owner reached when it was made, as `reachMark` has it. */
  readonly reach: string | null;
}

interface NewExport {
  readonly resource: Resource;
  readonly query: Query;
  readonly userId: string;
  /** Rows there are now. */
  readonly total: number;
}

/** Adds an export to be made, with its job, in the caller's transaction. Refuses with 42900 whoever has ten under way. */
export async function addExport(db: Db, { resource, query, userId, total }: NewExport): Promise<string> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM sys_export e JOIN sys_job j ON j.id = e.job_id
    WHERE e.create_user = ${userId}::uuid AND j.state IN ('waiting', 'running')`.execute(db);
  if ((rows[0]?.count ?? 0) >= mostUnderWay)
    throw new Refusal('tooMany', { message: '您有太多导出任务未完成，请稍后再试', retryAfter: 30 });
  const id = newId();
  const jobId = await addJob(db, { kind: exportJobs[total > exportAtOnce ? 'long' : 'short'], payload: { exportId: id }, ownerId: userId });
  await sql`INSERT INTO sys_export (id, resource, title, file_name, query, job_id, create_user)
    VALUES (${id}, ${resource.name}, ${resource.title}, ${fileNameOf(resource.title)}, ${JSON.stringify(asked(query))}::jsonb, ${jobId}::uuid, ${userId}::uuid)`.execute(
    db,
  );
  await notifyNodes(db, { kind: 'changed', topic: 'export', users: [userId] });
  return id;
}

/** Of a query what an export reads; anything else may hold what the database cannot. */
const asked = (query: Query): Query =>
  Object.fromEntries(
    ['like', 'eq', 'ge', 'le', 'ids', 'sort', 'columns'].flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])),
  );

/** One's own exports, newest first. */
export async function readExports(db: Db, userId: string): Promise<ExportRecord[]> {
  const { rows } = await sql<ExportRecord>`
    SELECT e.id, e.title, e.file_name, coalesce(j.state, CASE WHEN e.file_size IS NULL THEN 'failed' ELSE 'done' END) AS state,
      coalesce(j.progress_done, 0) AS done, j.progress_total AS total, e.file_size, j.fail_reason, e.create_time, e.expire_time
    FROM sys_export e LEFT JOIN sys_job j ON j.id = e.job_id
    WHERE e.create_user = ${userId}::uuid AND e.expire_time > now() ORDER BY e.create_time DESC, e.id DESC LIMIT 100`.execute(db);
  return rows;
}

const columns = sql`id, resource, file_name, query, job_id, storage_key, file_size, create_user, reach`;

/** One's own export; 40400 for any other, and for one that is over its time. */
export async function findExport(db: Db, id: string, userId: string): Promise<StoredExport> {
  if (!isId(id)) throw new Refusal('gone');
  const { rows } = await sql<StoredExport>`
    SELECT ${columns} FROM sys_export WHERE id = ${id}::uuid AND create_user = ${userId}::uuid AND expire_time > now()`.execute(db);
  if (rows[0] === undefined) throw new Refusal('gone');
  return rows[0];
}

/** The export of that id, whoever's; undefined when it was deleted meanwhile. */
export async function exportById(db: Db, id: string): Promise<StoredExport | undefined> {
  const { rows } = await sql<StoredExport>`SELECT ${columns} FROM sys_export WHERE id = ${id}::uuid`.execute(db);
  return rows[0];
}

/** Names the object that is about to be written, so that what a crash leaves of it can be found. */
export async function nameObject(db: Db, id: string, key: string): Promise<boolean> {
  const { numAffectedRows } = await sql`UPDATE sys_export SET storage_key = ${key}, file_size = NULL WHERE id = ${id}::uuid`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** False when the export was deleted while it was made. */
export async function finishExport(
  db: Db,
  id: string,
  key: string,
  { fileSize, reach }: { fileSize: number; reach: string },
): Promise<boolean> {
  const { numAffectedRows } =
    await sql`UPDATE sys_export SET file_size = ${fileSize}, reach = ${reach} WHERE id = ${id}::uuid AND storage_key = ${key}`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Deletes an export; its file goes with the trash of the storage, as that of any deleted file. False when it was gone already. */
export async function deleteExport(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    WITH gone AS (DELETE FROM sys_export WHERE id = ${id}::uuid RETURNING storage_key), trash AS (
      INSERT INTO sys_storage_trash (storage_key) SELECT storage_key FROM gone WHERE storage_key IS NOT NULL
      ON CONFLICT (storage_key) DO UPDATE SET due_time = now())
    SELECT EXISTS (SELECT FROM gone) AS found`.execute(db);
  return rows[0]?.found === true;
}

/** Exports whose week is over. */
export async function expiredExports(db: Db): Promise<StoredExport[]> {
  const { rows } =
    await sql<StoredExport>`SELECT ${columns} FROM sys_export WHERE expire_time < now() ORDER BY expire_time LIMIT 500`.execute(db);
  return rows;
}
