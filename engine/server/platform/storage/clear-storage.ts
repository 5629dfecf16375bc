import { type Kysely, sql } from 'kysely';
import type { Row, Tables } from '../database/tables.ts';
import { anyOf } from '../database/any-of.ts';
import { withTransaction } from '../database/with-transaction.ts';
import { inBatches } from '../jobs/in-batches.ts';
import { addJob } from '../jobs/job-store.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { clearingLock } from '../database/pause-clearing.ts';
import type { StoreParts } from './store-bytes.ts';
import { ago, inSeconds, now } from '../database/now.ts';

/** The kind of job that is added after a deletion; the same work runs by itself every minute. */
const clearStorageJob = 'clear-storage';

/** Most objects that are removed in one transaction. */
const batch = 50;

/** The store counts as unavailable when this many more removals failed than succeeded: each may take as long as its time limit. */
const maxFailures = 5;

/** Most parts of uploads that one statement deletes, each of which goes into the trash, and most uploads that one reads. */
const portion = 1000;

/**
 * Removes what no file needs: uploads abandoned for a day, expired links, and the bytes of all deleted files. Only one
 * node does it at a time; bytes are removed once the row that named them is gone for good. What fails stops nothing else.
 */
export function clearStorage(parts: Pick<StoreParts, 'db' | 'storage'>): JobKind[] {
  const run: JobKind['run'] = async ({ signal }) => {
    const steps = [
      () => inBatches(signal, portion, () => clearAbandoned(parts.db, signal)),
      () => parts.db.deleteFrom('sys_file_link').where('expireTime', '<', now).execute(),
      () => inBatches(signal, batch, () => clearBatch(parts)),
    ];
    const failures: unknown[] = [];
    for (const step of steps) if (!signal.aborted) await step().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };
  return [
    { name: clearStorageJob, title: '删除文件', run },
    { name: 'sweep-storage', title: '清理文件存储', every: 60, run },
    // A day, as for everything abandoned.
    {
      name: 'clear-unfinished',
      title: '清理未完成的上传',
      every: 3600,
      run: () => parts.storage.clearUnfinished(new Date(Date.now() - 24 * 3600_000)),
    },
  ];
}

/**
 * Deletes abandoned uploads, as many as have a portion of parts, or one that has more; returns a full portion if there were any. Their rows are locked,
 * so that nobody goes on with one whose parts are being deleted.
 */
const clearAbandoned = (db: Kysely<Tables>, signal: AbortSignal): Promise<number> =>
  withTransaction(db, async (transaction) => {
    const abandoned = await transaction
      .selectFrom('sys_upload')
      .select(['id', 'totalChunks'])
      .where('finishTime', 'is', null)
      .where('touchTime', '<', ago('1 day'))
      .orderBy('touchTime')
      .limit(portion)
      .forUpdate()
      .skipLocked()
      .execute();
    let parts = 0;
    const taken = abandoned.filter(({ totalChunks }, at) => (parts += totalChunks) <= portion || at === 0).map(({ id }) => id);
    if (taken.length === 0) return 0;
    await inBatches(signal, portion, async () => {
      const { numAffectedRows } = await sql`DELETE FROM sys_upload_part WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM sys_upload_part WHERE sys_upload_id = ${anyOf(taken)} LIMIT ${portion}))`.execute(transaction);
      return numAffectedRows;
    });
    await transaction.deleteFrom('sys_upload').where('id', '=', anyOf(taken)).execute();
    return portion;
  });

/**
 * Removes objects and then their rows in the trash: after a crash in between they are removed again. Returns how many;
 * none while somebody copies the objects that rows name (`pauseClearing`).
 */
async function clearBatch({ db, storage }: Pick<StoreParts, 'db' | 'storage'>): Promise<number> {
  const { rows } = await sql<Row<'sys_storage_trash', 'storageKey'>>`
    UPDATE sys_storage_trash SET is_clearing = true WHERE storage_key IN (
      SELECT storage_key FROM sys_storage_trash WHERE (due_time <= now() OR is_clearing)
        AND NOT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = 0 AND objid = ${clearingLock}
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))
      ORDER BY due_time LIMIT ${batch})
    RETURNING storage_key`.execute(db);
  const [removed, kept]: [string[], string[]] = [[], []];
  let failure: unknown;
  for (const { storageKey } of rows) {
    if (kept.length - removed.length === maxFailures) break;
    await storage.remove(storageKey).then(
      () => removed.push(storageKey),
      (error: unknown) => {
        kept.push(storageKey);
        failure ??= error;
      },
    );
  }
  if (removed.length > 0) await db.deleteFrom('sys_storage_trash').where('storageKey', 'in', removed).execute();
  if (kept.length === 0) return rows.length;
  // An object that the store refuses to remove, for example because of a lock of its own, is retried after all others.
  await db
    .updateTable('sys_storage_trash')
    .set({ dueTime: inSeconds(3600) })
    .where('storageKey', 'in', kept)
    .execute();
  throw failure;
}

/** Schedules it at once, on any node; otherwise it runs within a minute. */
export async function clearSoon(db: Kysely<Tables>): Promise<void> {
  await addJob(db, { kind: clearStorageJob, payload: null, key: 'soon' });
}
