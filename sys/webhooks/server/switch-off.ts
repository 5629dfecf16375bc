import { statuses } from '@back-office/contract/status.ts';
import { sql } from 'kysely';
import { systemIds } from '@back-office/server/identity/system-ids.ts';
import { withTransaction } from '@back-office/server/platform/database/with-transaction.ts';
import { webhook } from '../webhook.ts';
import type { Delivery } from './delivery-queue.ts';
import type { SendingParts } from './parts.ts';

/** Ends a webhook, with the reason where people see it and a line in the operation log. Once: what is off stays as it is. */
export async function switchOff(
  { db, contextFor }: SendingParts,
  { webhookId, webhookName, ownerId }: Delivery,
  reason: string,
): Promise<void> {
  const log = await contextFor(ownerId ?? systemIds.adminUser).catch(() => contextFor(systemIds.adminUser));
  await withTransaction(db, async (transaction) => {
    const { numAffectedRows } = await sql`
      UPDATE sys_webhook SET webhook_status = ${statuses.disabled}, off_reason = ${reason}, version = version + 1, update_time = now()
      WHERE id = ${webhookId}::uuid AND webhook_status = ${statuses.enabled}`.execute(transaction);
    if (numAffectedRows === 0n) return;
    const context = { ...log, db: transaction };
    await context.record(context, [
      { resource: webhook, type: '停用推送', id: webhookId, target: webhookName, fields: [], message: reason },
    ]);
  });
}
