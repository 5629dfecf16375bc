import type { Feature } from '@back-office/contract/office/feature.ts';
import { dept } from './dept.ts';

/** Departments of an organisation. */
export const deptsFeature: Feature = {
  name: 'depts',
  resources: [dept],
  menu: [{ resource: 'sys/dept', group: '/sys', order: 20, title: '部门管理', icon: 'dept' }],
  needs: ['orgs'],
};
