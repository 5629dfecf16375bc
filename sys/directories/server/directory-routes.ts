import { recordIn } from '@back-office/contract/record-in.ts';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { RouteParts } from '@back-office/server/crud/operations.ts';
import { select } from '@back-office/server/crud/select.ts';
import { once } from '@back-office/server/identity/session/once.ts';
import { signedInOf } from '@back-office/server/identity/session/session-hook.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { readAs } from '@back-office/server/platform/http/read-as.ts';
import { recordOf } from '@back-office/server/platform/http/record-of.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';
import { addJob } from '@back-office/server/platform/jobs/job-store.ts';
import { trialLimits } from '../directory-calls.ts';
import { refuseKeysOfOthers } from '../../shared/server/refuse-keys-of-others.ts';
import { directory } from '../directory.ts';
import { directoryShapes } from './directory-shapes.ts';
import type { DirectoryParts } from './parts.ts';
import { requireSyncRights } from './require-sync-rights.ts';
import { tryDirectory } from './run-directory.ts';
import { syncDirectory } from './sync-directory.ts';

type OfOne = { Params: { id: string } };

/** Refuses if the job that waits or runs for the directory is another than was asked for: somebody else's, or with or without force. */
async function requireStarted(db: Kysely<Tables>, jobId: string, { userId, force }: { userId: string; force: boolean | undefined }) {
  const job = await db.selectFrom('sys_job').select(['createUser', 'payload']).where('id', '=', jobId).executeTakeFirst();
  if (job?.createUser === userId && (recordIn(job.payload)['force'] === true) === (force === true)) return;
  throw new Refusal('refused', { message: '这个目录正在同步，请等它结束' });
}

/** POST trial/{id}: a dry run; POST run/{id} with `{ force? }`: a run in the background. */
export function directoryRoutes(app: FastifyInstance, { db, contextOf }: RouteParts, parts: DirectoryParts): void {
  const config = { right: { resource: directory.name, permission: 'run' } } as const;
  app.post<OfOne>(
    '/api/sys/directory/trial/:id',
    { config: { ...config, summary: '试运行：同步会改变什么', shape: directoryShapes.trial } },
    async (request) => {
      const context = contextOf(db, request);
      const row = await select(context, directory, request.params.id);
      return ok(await tryDirectory(parts, context, row, AbortSignal.timeout(trialLimits.read)));
    },
  );
  app.post<OfOne>(
    '/api/sys/directory/run/:id',
    { config: { ...config, summary: '开始同步目录', shape: directoryShapes.run } },
    async (request) => {
      const { force } = readAs(directoryShapes.run.body, recordOf(request.body ?? {}));
      await once(db, request, async (transaction) => {
        const context = contextOf(transaction, request);
        const { id, directoryName } = await select(context, directory, request.params.id);
        requireSyncRights(context);
        refuseKeysOfOthers(context, '目录同步');
        const { userId } = signedInOf(request);
        const jobId = await addJob(transaction, { kind: syncDirectory, payload: { id, force }, ownerId: userId, key: id });
        await requireStarted(transaction, jobId, { userId, force });
        await context.record(context, [{ resource: directory, type: '开始同步', id, target: directoryName, fields: [] }]);
      });
      app.jobs.wake();
      return ok(undefined);
    },
  );
}
