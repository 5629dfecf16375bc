import { may } from '@back-office/contract/resource/permission.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import type { RouteParts } from '../operations.ts';
import { seesAll } from '../visible.ts';
import { anyOf } from '../../platform/database/any-of.ts';
import { newId } from '../../platform/database/new-id.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { CallShape } from '@back-office/contract/calls/call-shape.ts';
import { ok } from '../../platform/http/ok.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { checkWhileSent } from '../../identity/session/check-while-sent.ts';
import { signedInOf } from '../../identity/session/session-hook.ts';
import { cancelJob } from '../../platform/jobs/job-store.ts';
import { RightsReader } from '../../identity/rights/rights-reader.ts';
import { reachFingerprint } from '../../identity/rights/data-scope.ts';
import { exportShapes } from '@back-office/contract/calls/export-shapes.ts';
import { deleteExports, findExport, readExports } from './export-store.ts';
import { sendExport } from './export-format.ts';

type OfOne = { Params: { id: string } };
type Found = Awaited<ReturnType<typeof findExport>>;

/** The user, with the current reach of their roles: the cached scopes do not include organisations created since. */
const reachingNow = async ({ db, user }: Context): Promise<Context['user']> => ({
  ...user,
  scopes: (await new RightsReader(db).of(user.userId, user.rightsEpoch)).scopes,
});

/** Refuses a person who has lost the export permission, or whose data scope has changed since: the file may hold records that are now out of reach. */
async function requirePermitted(context: Context, { resource: name, fileSize, reach }: Found): Promise<void> {
  if (!may(context.user.rights, name, 'export')) throw new Refusal('notPermitted');
  const resource = context.resourceOf(name);
  if (fileSize !== null && !seesAll(context, resource) && reach !== reachFingerprint(await reachingNow(context), name))
    throw new Refusal('notPermitted', { message: '您的数据范围已改变，请重新导出' });
}

/** The calls of 导出中心: everyone sees only their own exports (engine/contract/calls/export.ts). */
export function exportCenterRoutes(app: FastifyInstance, parts: RouteParts, storage: Storage): void {
  const session = (shape: CallShape) => ({ config: { right: 'session', shape } }) as const;

  app.get('/api/sys/export/select-exports', session(exportShapes.selectExports), async (request) =>
    ok(await readExports(parts.db, signedInOf(request).userId)),
  );

  app.get<OfOne>('/api/sys/export/download/:id', { ...session(exportShapes.download), exposeHeadRoute: false }, async (request, reply) => {
    const found = await findExport(parts.db, request.params.id, signedInOf(request).userId);
    const context = parts.contextOf(parts.db, request);
    const resource = context.resourceOf(found.resource);
    await requirePermitted(context, found);
    if (found.storageKey === null || found.fileSize === null || (await storage.size(found.storageKey)) === undefined)
      throw new Refusal('gone', { message: '文件尚未生成或已被删除' });
    const stream = await storage.read(found.storageKey, { start: 0, end: found.fileSize - 1 });
    await context.record(context, [{ resource, type: '下载导出', id: newId(), target: found.fileName, fields: [] }]);
    const sent = checkWhileSent(stream, { db: parts.db, request }, () => requirePermitted(parts.contextOf(parts.db, request), found));
    return sendExport(reply, found.fileName).header('content-length', String(found.fileSize)).send(sent);
  });

  app.post<OfOne>('/api/sys/export/cancel/:id', session(exportShapes.ended), async (request) => {
    const { jobId } = await findExport(parts.db, request.params.id, signedInOf(request).userId);
    if (jobId !== null) await cancelJob(parts.db, jobId);
    return ok(undefined);
  });

  app.delete<OfOne>('/api/sys/export/delete/:id', session(exportShapes.ended), async (request) => {
    const found = await findExport(parts.db, request.params.id, signedInOf(request).userId);
    await withTransaction(parts.db, async (db) => {
      if (found.jobId !== null) await cancelJob(db, found.jobId);
      if ((await deleteExports(db, anyOf([found.id]))) === 0) throw new Refusal('gone');
    });
    return ok(undefined);
  });
}
