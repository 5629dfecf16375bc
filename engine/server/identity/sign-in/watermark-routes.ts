import { outcomes } from '@back-office/contract/status.ts';
import { type WatermarkAnswer, watermarkPaths } from '@back-office/contract/calls/watermark.ts';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { newId } from '../../platform/database/new-id.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { ok } from '../../platform/http/ok.ts';
import type { Settings } from '../../platform/settings.ts';
import { signedInOf } from '../session/session-hook.ts';

/** A session's lines about a watermark that was removed come no more often, in milliseconds. */
const betweenLines = 60_000;

/**
 * GET /api/session/watermark says whether WATERMARK puts a mark over the caller's pages, and POST watermark-removed writes
 * into the operation log that the page found its mark tampered with (docs/decisions/0061-locked-screens.md).
 */
export function watermarkRoutes(app: FastifyInstance, db: Kysely<Tables>, { watermark }: Pick<Settings, 'watermark'>): void {
  const written = new Map<string, number>();

  app.get(watermarkPaths.read, { config: { right: 'session' } }, (request) => {
    const { roles, userName, userAccount } = signedInOf(request);
    const isMarked = watermark === 'everybody' || roles.some((role) => watermark.includes(role));
    return ok<WatermarkAnswer>(isMarked ? { userName, userAccount } : null);
  });

  app.post(watermarkPaths.removed, { config: { right: 'session' } }, async (request) => {
    const { sessionId, userId, userAccount, userName } = signedInOf(request);
    const now = performance.now();
    if (now - (written.get(sessionId) ?? -Infinity) < betweenLines) return ok(undefined);
    for (const [session, at] of written) if (now - at >= betweenLines) written.delete(session);
    written.set(sessionId, now);
    await db
      .insertInto('sys_log_opt')
      .values({
        id: newId(),
        userAccount,
        userName,
        optModule: '水印',
        optType: '移除',
        optStatus: outcomes.failure,
        optMessage: '页面上的水印被移除或遮盖，已恢复',
        optIp: request.ip,
        requestId: request.id,
        createUser: userId,
      })
      .execute();
    return ok(undefined);
  });
}
