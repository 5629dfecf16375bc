import type { Feature } from '@back-office/contract/office/feature.ts';
import { user } from './user.ts';
import { userRules } from './user-rules.ts';

/** Accounts and what they may. */
export const usersFeature: Feature = {
  name: 'users',
  resources: [user],
  rules: userRules,
  menu: [{ resource: 'sys/user', group: '/sys', order: 10, title: '用户管理', icon: 'user' }],
  needs: ['orgs', 'depts', 'roles', 'functions', 'dictionaries'],
};
