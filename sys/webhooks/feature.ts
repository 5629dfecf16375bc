import type { Feature } from '@back-office/contract/office/feature.ts';
import { webhook } from './webhook.ts';
import { webhookDelivery } from './webhook-delivery.ts';

/** Telling programs what changed. */
export const webhooksFeature: Feature = {
  name: 'webhooks',
  resources: [webhook, webhookDelivery],
  menu: [
    { resource: 'sys/webhook', group: '/sys', order: 66, title: '推送', icon: 'export' },
    {
      resource: 'sys/webhook-delivery',
      group: '/sys',
      order: 67,
      title: '推送记录',
      icon: 'log-opt',
      permissions: { resend: '再次推送' },
    },
  ],
};
