import { userStatuses } from '@back-office/contract/status.ts';
import { user } from '../user.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '@back-office/server/crud/context.ts';
import type { Operations, RouteParts } from '@back-office/server/crud/operations.ts';
import { saveEach } from '@back-office/server/crud/save-each.ts';
import { checkAll } from '@back-office/server/crud/save.ts';
import type { CallShape } from '@back-office/contract/calls/call-shape.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { once } from '@back-office/server/identity/session/once.ts';
import { readAs } from '@back-office/server/platform/http/read-as.ts';
import { recordOf } from '@back-office/server/platform/http/record-of.ts';
import { Refusal, refused, refusedField } from '@back-office/server/platform/http/refusal.ts';
import { extendedAs } from '../../shared/server/extended-as.ts';
import { userShapes } from './user-shapes.ts';

const edit = (shape: CallShape) => ({ config: { right: { resource: 'sys/user', permission: 'edit' }, shape } }) as const;

/** A user's record as the approval writes it. */
const approvalOf = extendedAs(defineResource({ ...user, form: ['userStatus', 'refuseReason'], rules: [], import: [] }));

interface Decision {
  userStatus: typeof userStatuses.enabled | typeof userStatuses.rejected;
  refuseReason?: string;
}

/**
 * PUT approve/{id} and refuse/{id}: decide on a registered account, by `{ version, reason? }`. Of two concurrent decisions the second gets 40900; an
 * account that is not waiting for a decision is refused with 40000. PUT approve-each takes a list of `{ id, version }` and answers like save-each.
 */
export function approvalRoutes(app: FastifyInstance, parts: RouteParts, write: Operations['write']): void {
  app.put<{ Params: { id: string } }>('/api/sys/user/approve/:id', edit(userShapes.approve), async (request) => {
    const { version } = readAs(userShapes.approve.body, recordOf(request.body));
    return ok(
      await once(parts.db, request, (db) =>
        decide(parts.contextOf(db, request), write, { id: request.params.id, version }, { userStatus: userStatuses.enabled }),
      ),
    );
  });

  app.put('/api/sys/user/approve-each', edit(userShapes.approveEach), async (request) =>
    ok(
      await saveEach(parts, request, (context, { id, version }) =>
        decide(context, write, { id: String(id), version }, { userStatus: userStatuses.enabled }),
      ),
    ),
  );
  app.put<{ Params: { id: string } }>('/api/sys/user/refuse/:id', edit(userShapes.refuse), async (request) => {
    const { version, reason } = readAs(userShapes.refuse.body, recordOf(request.body));
    const decision = { userStatus: userStatuses.rejected, refuseReason: reason } as const;
    return ok(
      await once(parts.db, request, (db) => decide(parts.contextOf(db, request), write, { id: request.params.id, version }, decision)),
    );
  });
}

async function decide(context: Context, write: Operations['write'], target: { id: string; version: unknown }, decision: Decision) {
  const approval = approvalOf(context);
  const { checked, issues } = await checkAll(context, approval, [{ ...target, ...decision }]);
  if (issues.length > 0)
    throw refused(issues.map(({ field, message }) => ({ field: field === 'refuseReason' ? 'reason' : field, message })));
  if (decision.refuseReason === '') throw refusedField('reason', '请填写拒绝原因');
  const status = checked[0]?.current?.userStatus;
  const open: readonly string[] =
    decision.userStatus === userStatuses.enabled ? [userStatuses.awaiting, userStatuses.rejected] : [userStatuses.awaiting];
  if (status === undefined || !open.includes(status)) throw refusedField('userStatus', '该账号不在待审核状态，请刷新后查看');
  const [row] = await write(context, approval, checked);
  if (row === undefined) throw new Refusal('gone');
  return row;
}
