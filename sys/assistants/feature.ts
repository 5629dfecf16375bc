import type { Feature } from '@back-office/contract/office/feature.ts';

/** Assistants (MCP) that read by an API key, and what they propose to its person. */
export const assistantsFeature: Feature = {
  name: 'assistants',
  pages: [{ path: '/proposals', name: 'proposals', component: 'proposals', hidden: true, meta: { title: '助手建议', icon: 'log-opt' } }],
  needs: ['tokens'],
};
