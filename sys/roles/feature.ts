import type { Feature } from '@back-office/contract/office/feature.ts';
import { role } from './role.ts';

/** Roles, and what they grant. */
export const rolesFeature: Feature = {
  name: 'roles',
  resources: [role],
  menu: [{ resource: 'sys/role', group: '/sys', order: 40, title: '角色管理', icon: 'role', view: '角色授权' }],
  needs: ['users', 'functions', 'orgs'],
};
