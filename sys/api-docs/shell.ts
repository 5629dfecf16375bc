import type { ShellFeature } from '@back-office/web/shell/routing/shell-feature.ts';

/** The page of the calls. */
export const apiDocsShell: ShellFeature = {
  name: 'api-docs',
  lazyPages: { 'api-docs': async () => (await import('./web/api-docs-page.tsx')).ApiDocsPage },
  palette: [{ name: 'api-docs', title: '接口文档', order: 32, icon: 'key', path: '/api-docs' }],
};
