import type { Feature } from '@back-office/contract/office/feature.ts';

/** The page of the user's own exports. */
export const exportsFeature: Feature = {
  name: 'exports',
  pages: [{ path: '/exports', name: 'exports', component: 'exports', hidden: true, meta: { title: '导出中心', icon: 'export' } }],
};
