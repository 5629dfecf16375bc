import type { Feature } from '@back-office/contract/office/feature.ts';

/** The first page and its figures. */
export const homeFeature: Feature = {
  name: 'home',
  pages: [
    {
      path: '/index',
      name: 'home',
      component: 'home',
      meta: { title: '首页', icon: 'home', affix: true, breadcrumb: false },
    },
  ],
  needs: ['notices'],
};
