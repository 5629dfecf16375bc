import { isId } from '@back-office/contract/resource/field-schema.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '@back-office/server/crud/context.ts';
import { readIds } from '@back-office/server/crud/delete.ts';
import type { RouteParts } from '@back-office/server/crud/operations.ts';
import { selectLocked, selectRows } from '@back-office/server/crud/select.ts';
import { once } from '@back-office/server/identity/session/once.ts';
import { anyOf } from '@back-office/server/platform/database/any-of.ts';
import { now } from '@back-office/server/platform/database/now.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { Refusal, refusedField } from '@back-office/server/platform/http/refusal.ts';
import { webhook } from '../webhook.ts';
import { deliveryStatuses, webhookDelivery } from '../webhook-delivery.ts';
import { setNewSecret } from './signing.ts';
import type { WebhookParts } from './parts.ts';
import { requireMayRenewSecret } from './webhook-guard.ts';
import { webhookShapes } from './webhook-shapes.ts';

/** The webhooks' calls outside the generic pattern: a new secret, and resending failed deliveries. */
export function webhookRoutes(app: FastifyInstance, { db, contextOf }: RouteParts, { seal }: WebhookParts): void {
  const edit = { config: { right: { resource: webhook.name, permission: 'edit' }, shape: webhookShapes.renewSecret } } as const;
  app.post<{ Params: { id: string } }>('/api/sys/webhook/renew-secret/:id', edit, async (request) =>
    ok(
      await once(db, request, async (transaction) => {
        const context = contextOf(transaction, request);
        const { id } = request.params;
        if (!isId(id)) throw new Refusal('gone');
        const row = await selectLocked(context, webhook, id);
        await requireMayRenewSecret(context, row.sysUserId);
        const secret = await setNewSecret(transaction, seal, row.id);
        await context.record(context, [{ resource: webhook, type: '更换签名密钥', id: row.id, target: row.webhookName, fields: [] }]);
        return { secret };
      }),
    ),
  );
  const resend = { config: { right: { resource: webhookDelivery.name, permission: 'resend' }, shape: webhookShapes.resend } } as const;
  app.post<{ Params: { ids: string } }>('/api/sys/webhook-delivery/resend/:ids', resend, async (request) => {
    const answer = await once(db, request, (transaction) =>
      sendAgain(contextOf(transaction, request), readIds(request.params.ids, '推送')),
    );
    app.jobs.wake();
    return ok(answer);
  });
}

/** All or none, with the same `webhook-id`, by which receivers recognise duplicates. */
async function sendAgain(context: Context, ids: readonly string[]): Promise<{ queued: number }> {
  const rows = await selectRows(context, webhookDelivery, ids, { lock: true });
  if (rows.length !== ids.length) throw new Refusal('gone');
  if (rows.some(({ deliveryStatus }) => deliveryStatus === deliveryStatuses.waiting)) throw refusedField('ids', '其中有还在等待推送的记录');
  await context.db
    .updateTable('sys_webhook_delivery')
    .set({ deliveryStatus: deliveryStatuses.waiting, attempts: 0, nextTime: now, failReason: null })
    .set((eb) => ({ version: eb('version', '+', 1), updateTime: now, updateUser: context.user.userId }))
    .where('id', '=', anyOf(ids))
    .execute();
  await context.record(
    context,
    rows.map(({ id, eventName }) => ({ resource: webhookDelivery, type: '再次推送', id, target: eventName ?? '', fields: [] })),
  );
  return { queued: rows.length };
}
