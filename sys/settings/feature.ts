import type { Feature } from '@back-office/contract/office/feature.ts';
import { setting } from './setting.ts';

/** What may be changed of how the product behaves, without a restart. */
export const settingsFeature: Feature = {
  name: 'settings',
  resources: [setting],
  menu: [{ resource: 'sys/setting', group: '/sys', order: 85, title: '参数设置', icon: 'setting', permissions: { change: '修改' } }],
};
