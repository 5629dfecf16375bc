import type { Feature } from '@back-office/contract/office/feature.ts';
import { directory } from './directory.ts';

/** Directories that people and departments come from. */
export const directoriesFeature: Feature = {
  name: 'directories',
  resources: [directory],
  menu: [{ resource: 'sys/directory', group: '/sys', order: 65, title: '目录同步', icon: 'sync', permissions: { run: '同步' } }],
  needs: ['users', 'depts', 'orgs', 'roles', 'linked-accounts'],
};
