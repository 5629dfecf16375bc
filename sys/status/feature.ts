import type { Feature } from '@back-office/contract/office/feature.ts';

/** How the servers, the database and what belongs to them are. */
export const statusFeature: Feature = {
  name: 'status',
  menu: [{ page: 'sys/status', group: '/sys', order: 81, title: '运行状态', icon: 'status' }],
};
