import type { Feature } from '@back-office/contract/office/feature.ts';
import { mail } from './mail.ts';

/** Mails that leave the house. */
export const mailFeature: Feature = {
  name: 'mail',
  resources: [mail],
  menu: [{ resource: 'sys/mail', group: '/sys', order: 69, title: '邮件', icon: 'mail', permissions: { send: '发送' } }],
};
