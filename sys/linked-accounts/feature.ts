import type { Feature } from '@back-office/contract/office/feature.ts';
import { linkedAccount } from './linked-account.ts';

/** Accounts elsewhere by which people sign in. */
export const linkedAccountsFeature: Feature = {
  name: 'linked-accounts',
  resources: [linkedAccount],
  menu: [{ resource: 'sys/linked-account', group: '/sys', order: 63, title: '关联账号', icon: 'link' }],
  needs: ['users'],
};
