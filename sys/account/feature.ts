import type { Feature } from '@back-office/contract/office/feature.ts';

/** The personal centre: what everybody does with their own account. */
export const accountFeature: Feature = {
  name: 'account',
  pages: [{ path: '/profile', name: 'profile', component: 'profile', hidden: true, meta: { title: '个人中心', icon: 'user' } }],
  needs: ['users', 'sessions', 'logs', 'notices'],
};
