import { SecretSeal } from '@back-office/server/identity/secret-seal.ts';
import { sql } from 'kysely';
import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { clearDeliveries, isAnythingDue } from './server/delivery-queue.ts';
import { sendDue } from './server/send-due.ts';
import { resolveByDns } from './server/target-address.ts';
import { webhookPart } from './server/webhook-part.ts';
import { deliveryStatuses } from './webhook-delivery.ts';

/** Milliseconds that an attempt may take. */
const timeout = 15_000;

/** Webhooks on the server: the queue that a trigger fills (migration 0104), and the job that sends from it. */
export const webhooksServer: ServerFeature = {
  name: 'webhooks',
  parts: ({ office, settings }) => ({
    'sys/webhook': webhookPart({
      office,
      allowPrivate: settings.webhookPrivate,
      seal: new SecretSeal(settings.appSecret, 'webhook'),
    }),
  }),
  jobs: ({ db, settings, contextFor }) => [
    {
      name: 'send-webhooks',
      title: '发送推送',
      every: 60,
      soon: () => isAnythingDue(db),
      run: ({ signal }) =>
        sendDue(
          {
            db,
            seal: new SecretSeal(settings.appSecret, 'webhook'),
            contextFor: (userId) => contextFor(db, userId, 'webhook'),
            resolve: resolveByDns,
            allowPrivate: settings.webhookPrivate,
            timeout,
          },
          signal,
        ),
    },
    {
      name: 'clear-webhooks',
      title: '清理推送记录',
      every: 3600,
      run: ({ signal }) => clearDeliveries(db, settings.limits.webhookDays, signal),
    },
  ],
  sealed: [{ purpose: 'webhook', table: 'sys_webhook', key: 'id', column: 'secret', owner: sql<string>`id::text` }],
  waiting: [
    {
      name: 'webhook-failures',
      title: '未送达的推送',
      icon: 'log-opt',
      order: 45,
      trouble: true,
      resource: 'sys/webhook-delivery',
      permission: 'resend',
      where: [['eq', `deliveryStatus:${deliveryStatuses.failed}`]],
      lately: { field: 'createTime', days: 7 },
    },
  ],
};
