import type { Feature } from '@back-office/contract/office/feature.ts';
import { webhook } from './webhook.ts';
import { webhookDelivery } from './webhook-delivery.ts';

/** Telling programs what changed. */
export const webhooksFeature: Feature = {
  name: 'webhooks',
  resources: [webhook, webhookDelivery],
  menu: [
    { resource: 'sys/webhook', group: '/sys', order: 67, title: '推送', icon: 'send' },
    {
      resource: 'sys/webhook-delivery',
      group: '/sys',
      order: 68,
      title: '推送记录',
      icon: 'sent',
      permissions: { resend: '再次推送' },
    },
  ],
};
