import type { Feature } from '@back-office/contract/office/feature.ts';
import { recycle } from './recycle.ts';

/** What was deleted, for thirty days. */
export const recycleBinFeature: Feature = {
  name: 'recycle-bin',
  resources: [recycle],
  menu: [{ resource: 'sys/recycle', group: '/sys', order: 90, title: '回收站', icon: 'recycle', permissions: { restore: '恢复' } }],
};
