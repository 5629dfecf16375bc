import { statuses } from '@back-office/contract/status.ts';
import { systemIds } from '@back-office/server/identity/system-ids.ts';
import { now } from '@back-office/server/platform/database/now.ts';
import { withTransaction } from '@back-office/server/platform/database/with-transaction.ts';
import { webhook } from '../webhook.ts';
import type { Delivery } from './delivery-queue.ts';
import type { SendingParts } from './parts.ts';

/** Disables a webhook, with a reason that people see and an entry in the operation log. Does nothing if it is disabled already. */
export async function disableWebhook(
  { db, contextFor }: SendingParts,
  { webhookId, webhookName, ownerId }: Delivery,
  reason: string,
): Promise<void> {
  const log = await contextFor(ownerId ?? systemIds.adminUser).catch(() => contextFor(systemIds.adminUser));
  await withTransaction(db, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('sys_webhook')
      .set((eb) => ({ webhookStatus: statuses.disabled, offReason: reason, version: eb('version', '+', 1), updateTime: now }))
      .where('id', '=', webhookId)
      .where('webhookStatus', '=', statuses.enabled)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return;
    const context = { ...log, db: transaction };
    await context.record(context, [
      { resource: webhook, type: '停用推送', id: webhookId, target: webhookName, fields: [], message: reason },
    ]);
  });
}
