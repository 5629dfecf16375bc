import type { Feature } from '@back-office/contract/office/feature.ts';
import { sms } from './sms.ts';
import { smsTemplate } from './sms-template.ts';
import { smsTemplateRules } from './sms-template-rules.ts';

/** Text messages and their templates. */
export const smsFeature: Feature = {
  name: 'sms',
  resources: [sms, smsTemplate],
  rules: smsTemplateRules,
  menu: [
    { resource: 'sys/sms', group: '/base', order: 40, title: '短信管理', icon: 'sms', permissions: { send: '发送' } },
    { resource: 'sys/sms-template', group: '/base', order: 50, title: '短信模板', icon: 'sms-template' },
  ],
};
