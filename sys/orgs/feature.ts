import type { Feature } from '@back-office/contract/office/feature.ts';
import { org } from './org.ts';

/** Organisations: the tree that data scopes follow. */
export const orgsFeature: Feature = {
  name: 'orgs',
  resources: [org],
  menu: [{ resource: 'sys/org', group: '/base', order: 20, title: '机构管理', icon: 'org' }],
  needs: ['districts'],
};
