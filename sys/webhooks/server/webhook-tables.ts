import { declaredTable, type TableSpec, type TablesOf } from '@back-office/server/platform/database/table-spec.ts';
import { webhook } from '../webhook.ts';
import { webhookDelivery } from '../webhook-delivery.ts';

/** Webhooks and their deliveries. */
export const webhookTables = {
  sys_webhook: declaredTable(webhook, { labelPinyin: 'text?', secret: 'bytea?', failures: 'int4=', restUntil: 'timestamptz=' }),
  sys_webhook_delivery: declaredTable(webhookDelivery, {
    eventName: 'text',
    place: 'timestamptz=',
    sysWebhookId: 'uuid',
    targetId: 'text',
    deliveryStatus: 'text=',
    attempts: 'int4=',
    nextTime: 'timestamptz?',
    claimToken: 'uuid?',
    claimUntil: 'timestamptz?',
    stood: 'jsonb?',
  }),
} as const satisfies Record<string, TableSpec>;

declare module '@back-office/server/platform/database/tables.ts' {
  interface Tables extends TablesOf<typeof webhookTables> {}
}
