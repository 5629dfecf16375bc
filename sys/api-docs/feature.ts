import type { Feature } from '@back-office/contract/office/feature.ts';

/** The calls that a person's programs may make, as a document and as a page. */
export const apiDocsFeature: Feature = {
  name: 'api-docs',
  pages: [{ path: '/api-docs', name: 'api-docs', component: 'api-docs', hidden: true, meta: { title: '接口文档', icon: 'key' } }],
};
