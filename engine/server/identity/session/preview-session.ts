import { outcomes } from '@back-office/contract/status.ts';
import type { Credentials } from '@back-office/contract/calls/login.ts';
import type { FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';

import { now } from '../../platform/database/now.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { RolePreview } from '../rights/signed-in.ts';
import { callColumns } from './call-columns.ts';
import { clientOf } from '../attempts/client.ts';
import { signedInOf } from './session-hook.ts';

type Previewed = Pick<RolePreview, 'roleId' | 'roleName'>;

/**
 * Opens a session beside the caller's own that shows what the role may read (docs/decisions/0064-roles-seen.md),
 * replacing an earlier preview. Call it in a transaction that checks the caller's right at its end.
 */
export async function openPreview(db: Kysely<Tables>, request: FastifyRequest, role: Previewed): Promise<Credentials> {
  const { sessionId, userId: id, userAccount } = signedInOf(request);
  // Locked, so that a concurrent end of the session ends the preview too (migration 0093).
  await sql`SELECT FROM sys_session WHERE id = ${sessionId} FOR UPDATE`.execute(db);
  await db.updateTable('sys_session').set({ endTime: now }).where('previewOf', '=', sessionId).where('endTime', 'is', null).execute();
  const preview = { of: sessionId, roleId: role.roleId };
  const opened = await request.server.sessions.open(db, { id, userAccount }, clientOf(request), { inPlaceOf: sessionId, preview });
  await writePreviewLine(db, request, role, '预览角色');
  return { accessToken: opened.accessToken, secretKey: opened.secretKey };
}

/** Records in the operation log that a preview began or ended. */
export async function writePreviewLine(db: Kysely<Tables>, request: FastifyRequest, role: Previewed, type: string): Promise<void> {
  await db
    .insertInto('sys_log_opt')
    .values({
      ...callColumns(request),
      optModule: '角色',
      optType: type,
      optTarget: role.roleName,
      targetResource: 'sys/role',
      targetId: role.roleId,
      optStatus: outcomes.success,
    })
    .execute();
}
