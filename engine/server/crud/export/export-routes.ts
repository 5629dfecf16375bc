import type { ExportStarted } from '@back-office/contract/calls/export.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { FastifyInstance } from 'fastify';
import { findIds } from '../find-ids.ts';
import type { RouteParts } from '../operations.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { ok } from '../../platform/http/ok.ts';
import { Refusal, refusedField } from '../../platform/http/refusal.ts';
import { signedInOf } from '../../identity/session/session-hook.ts';
import { addExport } from './export-store.ts';
import { readFormat, sendExport } from './export-format.ts';
import { exportStream } from './export-stream.ts';
import { fileNameOf } from './file-name-of.ts';
import { planExport, type Query } from './plan-export.ts';
import { requireStillPermitted } from './require-still-permitted.ts';

/** Limits of concurrent streams on a node: of one person, of all people, and of all for a person who has none yet: some clients read very slowly. */
const maxStreams = { person: 6, all: 30, most: 60 };

/** GET {res}/export streams an export, and POST {res}/export makes it in the background (engine/contract/calls/export.ts). */
export function exportRoutes(app: FastifyInstance, resources: readonly Resource[], parts: RouteParts): void {
  const activeUserIds: string[] = [];
  for (const resource of resources.filter(({ operations }) => operations.includes('export'))) {
    const config = { right: { resource: resource.name, permission: 'export' } };
    const url = `/api/${resource.name}/export`;

    app.get<{ Querystring: Query }>(url, { config, exposeHeadRoute: false }, async (request, reply) => {
      const { userId } = signedInOf(request);
      const format = readFormat(request.query);
      const context = parts.contextOf(parts.db, request);
      const plan = planExport(context, resource, request.query);
      const own = activeUserIds.filter((id) => id === userId).length;
      if (own >= maxStreams.person || activeUserIds.length >= (own === 0 ? maxStreams.most : maxStreams.all))
        throw new Refusal('tooMany', { message: '同时进行的导出过多，请稍后再试', retryAfter: 10 });
      activeUserIds.push(userId);
      const leave = (): void => void activeUserIds.splice(activeUserIds.indexOf(userId), 1);
      const stream = await exportStream(context, plan, format, () => requireStillPermitted(request, resource)).catch((error: unknown) => {
        leave();
        throw error;
      });
      stream.once('close', leave);
      return sendExport(reply, fileNameOf(resource.title, format), format).send(stream);
    });

    // The result is kept in 导出中心, which belongs to a person: an API key uses the stream instead.
    app.post<{ Querystring: Query }>(url, { config: { ...config, keys: false } }, async (request) => {
      const { userId } = signedInOf(request);
      const { query } = request;
      if (readFormat(query) !== 'xlsx') throw refusedField('format', '后台导出只有 xlsx 格式');
      // Refuses an invalid query now instead of in the background.
      const plan = planExport(parts.contextOf(parts.db, request), resource, query);
      const { total } = await findIds(parts.db, plan.wanted);
      const id = await withTransaction(parts.db, (db) => addExport(db, { resource, query, userId, total }));
      app.jobs.wake();
      const answer: ExportStarted = { id, total };
      return ok(answer);
    });
  }
}
