import type { WithFieldsOf } from '@back-office/contract/resource/resource.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '@back-office/server/crud/context.ts';
import { remove } from '@back-office/server/crud/delete.ts';
import type { ResourcePart, RouteParts } from '@back-office/server/crud/operations.ts';
import { selectLocked, selectRows } from '@back-office/server/crud/select.ts';
import { requireNotStronger } from '@back-office/server/identity/rights/grantable.ts';
import { once } from '@back-office/server/identity/session/once.ts';
import { updateTwoFactorState } from '@back-office/server/identity/two-factor/two-factor.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { Refusal, requireFound } from '@back-office/server/platform/http/refusal.ts';
import { passkey } from '../passkey.ts';
import { renamePasskey } from './change-passkey.ts';
import { nameOf } from './name-of.ts';
import { passkeyShapes } from './passkey-shapes.ts';
import { notifyOfPasskey } from './notify-of-passkey.ts';

/** People's passkeys for administrators, who can rename and remove them, but not add any. */
export const passkeyPart: ResourcePart = { operations: { remove: endPasskeys }, routes: renameRoute };

function renameRoute(app: FastifyInstance, parts: RouteParts): void {
  app.put<{ Params: { id: string } }>(
    '/api/sys/passkey/rename/:id',
    { config: { right: { resource: 'sys/passkey', permission: 'edit' }, keys: false, shape: passkeyShapes.rename } },
    async (request) => {
      const passkeyName = nameOf(request.body);
      return ok(
        await once(parts.db, request, async (db) => {
          const context = parts.contextOf(db, request);
          const row = await selectLocked(context, passkey, request.params.id);
          await requireNotStronger(context, othersIn(context, [row]));
          await renamePasskey(context, row, passkeyName);
        }),
      );
    },
  );
}

/** Removes passkeys, and notifies their owners; people who may not manage an account may not remove its passkeys. */
async function endPasskeys(context: Context, resource: WithFieldsOf<typeof passkey>, ids: readonly string[]): Promise<void> {
  const { db, user } = context;
  if (user.key !== undefined) throw new Refusal('notPermitted', { message: '接口密钥不能管理通行密钥' });
  const rows = await selectRows(context, resource, ids);
  requireFound(ids, rows);
  const others = othersIn(context, rows);
  if (others.length < rows.length) throw new Refusal('notPermitted', { message: '请在个人中心移除自己的通行密钥' });
  await requireNotStronger(context, others);
  await remove(context, resource, ids);
  for (const { sysUserId, passkeyName } of rows) {
    if (sysUserId === null) continue;
    await updateTwoFactorState(db, sysUserId);
    const from = `由管理员 ${user.userAccount} 操作`;
    await notifyOfPasskey(db, { userId: sysUserId, title: '管理员移除了您的通行密钥', passkeyName: passkeyName ?? '', from });
  }
}

const othersIn = ({ user }: Context, rows: readonly { sysUserId: string | null }[]): string[] =>
  rows.flatMap(({ sysUserId }) => (sysUserId === null || sysUserId === user.userId ? [] : [sysUserId]));
