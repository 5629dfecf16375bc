import { outcomes, statuses } from '@back-office/contract/status.ts';
import { type WatermarkAnswer, watermarkPaths, watermarks } from '@back-office/contract/calls/watermark.ts';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { callColumns } from '../session/call-columns.ts';
import type { Row, Tables } from '../../platform/database/tables.ts';
import { ok } from '../../platform/http/ok.ts';
import type { Settings } from '../../platform/settings.ts';
import { signedInOf } from '../session/session-hook.ts';
import { signInShapes } from './sign-in-shapes.ts';

/** The shortest interval between two log lines of a session about a removed watermark, in milliseconds. */
const minLogIntervalMs = 60_000;

/**
 * GET /api/session/watermark returns whether WATERMARK or a role requires a watermark on the caller's pages, and POST watermark-removed records in the operation log that
 * the page found its watermark tampered with (docs/decisions/0061-locked-screens.md, docs/decisions/0076-watermark-of-roles.md).
 */
export function watermarkRoutes(app: FastifyInstance, db: Kysely<Tables>, settings: Pick<Settings, 'watermark'>): void {
  const written = new Map<string, number>();

  app.get(watermarkPaths.read, { config: { right: 'session', shape: signInShapes.watermark } }, async (request) => {
    const { userId, userName, userAccount, preview } = signedInOf(request);
    // A person whose own roles require the watermark has it in a preview too.
    const roles = await db
      .selectFrom('sys_role')
      .select(['roleCode', 'roleWatermark'])
      .where('roleStatus', '=', statuses.enabled)
      .where((eb) =>
        eb.or([
          eb('id', 'in', eb.selectFrom('sys_user_role').select('targetId').where('ownerId', '=', userId)),
          eb('id', '=', preview?.roleId ?? null),
        ]),
      )
      .execute();
    return ok<WatermarkAnswer>(isMarked(settings.watermark, roles) ? { userName, userAccount } : null);
  });

  app.post(watermarkPaths.removed, { config: { right: 'session', whilePreviewing: true, shape: signInShapes.done } }, async (request) => {
    const { sessionId } = signedInOf(request);
    const now = performance.now();
    if (now - (written.get(sessionId) ?? -Infinity) < minLogIntervalMs) return ok(undefined);
    for (const [session, at] of written) if (now - at >= minLogIntervalMs) written.delete(session);
    written.set(sessionId, now);
    await db
      .insertInto('sys_log_opt')
      .values({
        ...callColumns(request),
        optModule: '水印',
        optType: '移除',
        optStatus: outcomes.failure,
        optMessage: '页面上的水印被移除或遮盖，已恢复',
      })
      .execute();
    return ok(undefined);
  });
}

/** The strictest role decides: one that requires the watermark is enough, and it is off only if all roles turn it off. */
function isMarked(setting: Settings['watermark'], roles: readonly Row<'sys_role', 'roleCode' | 'roleWatermark'>[]): boolean {
  if (roles.length === 0) return setting === 'everybody';
  return roles.some(
    ({ roleCode, roleWatermark }) =>
      roleWatermark === watermarks.always ||
      (roleWatermark !== watermarks.never && (setting === 'everybody' || setting.includes(roleCode))),
  );
}
