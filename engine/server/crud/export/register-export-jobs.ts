import { may } from '@back-office/contract/resource/permission.ts';
import type { Context } from '../context.ts';
import { findIds } from '../find-ids.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { newKey } from '../../platform/storage/new-key.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { writeObject } from '../../platform/storage/write-object.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { inBatches } from '../../platform/jobs/in-batches.ts';
import type { JobContext } from '../../platform/jobs/job-kind.ts';
import type { JobRunner } from '../../platform/jobs/job-runner.ts';
import { reachFingerprint } from '../../identity/rights/data-scope.ts';
import { deleteExpired, dropUnfinished, exportById, exportJobs, finishExport, storeObjectKey } from './export-store.ts';
import { exportStream } from './export-stream.ts';
import { planExport } from './plan-export.ts';

/** Approximate compressed size of a row in a workbook. */
const rowBytes = 100;

export interface ExportParts {
  readonly db: Kysely<Tables>;
  readonly storage: Storage;
  /** The current rights and scopes of the person; refuses when the person is gone or disabled. */
  readonly contextFor: (userId: string) => Promise<Context>;
}

/** Registers the jobs that make exports and delete expired ones. */
export function registerExportJobs(jobs: JobRunner, parts: ExportParts): void {
  const kind = { attempts: 3, notifies: 'export', run: (job: JobContext<{ exportId: string }>) => makeExport(parts, job) } as const;
  jobs.register<{ exportId: string }>({ ...kind, name: exportJobs.long, title: '导出（大）' });
  jobs.register<{ exportId: string }>({ ...kind, name: exportJobs.short, title: '导出（小）', atOnce: 4 });
  jobs.register({ name: 'clear-exports', title: '清理过期的导出', every: 3600, run: ({ signal }) => clearExports(parts, signal) });
}

/** Makes the file of an export, with the current rights and data scope of its owner. */
async function makeExport({ db, storage, contextFor }: ExportParts, job: JobContext<{ exportId: string }>): Promise<void> {
  const storedExport = await exportById(db, job.payload.exportId);
  if (storedExport === undefined) return;
  const context = await contextFor(storedExport.createUser);
  if (!may(context.user.rights, storedExport.resource, 'export')) throw new Refusal('notPermitted');
  const plan = planExport(context, context.resourceOf(storedExport.resource), storedExport.query);
  // The object of an earlier attempt.
  if (storedExport.storageKey !== null) await storage.remove(storedExport.storageKey);
  const key = newKey();
  if (!(await storeObjectKey(db, storedExport.id, key))) return;
  const { total } = await findIds(db, plan.wanted);
  job.progress(0, total);
  await storage.makeSure(total * rowBytes);
  const rows = await exportStream(context, plan, 'xlsx', (read) => job.progress(read, Math.max(read, total)));
  let isKept = false;
  try {
    const fileSize = await writeObject(storage, key, rows, job.signal);
    requireSame(context, await contextFor(storedExport.createUser), storedExport.resource);
    // If the call fails without an answer, the export may still have been marked as finished.
    isKept = true;
    isKept = await finishExport(db, storedExport.id, key, { fileSize, reach: reachFingerprint(context.user, storedExport.resource) });
  } finally {
    // If the store fails to remove it now, the next attempt or `clearExports` does: the export holds its key.
    if (!isKept) await storage.remove(key).catch(() => undefined);
  }
}

/** Fails if the rights have changed since the rows were read; the job is retried with the current rights. */
function requireSame(before: Context, { user }: Context, resource: string): void {
  if (!may(user.rights, resource, 'export')) throw new Refusal('notPermitted');
  const seen = ({ rights, scopes, sysOrgId }: Context['user']): string => JSON.stringify([rights.all, scopes, sysOrgId]);
  if (seen(user) !== seen(before.user)) throw new Error('The rights of the person for whom this export is made changed while it was made.');
}

async function clearExports({ db }: ExportParts, signal: AbortSignal): Promise<void> {
  await inBatches(signal, 500, (portion) => deleteExpired(db, portion));
  await dropUnfinished(db);
}
