import type { ShellFeature } from '@back-office/web/shell/routing/shell-feature.ts';

/** The page of the user's own exports. */
export const exportsShell: ShellFeature = {
  name: 'exports',
  lazyPages: { exports: async () => (await import('./web/exports-page.tsx')).ExportsPage },
  palette: [{ name: 'exports', title: '导出中心', order: 30, icon: 'export', path: '/exports' }],
};
