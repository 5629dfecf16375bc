import type { ShellFeature } from '@back-office/web/shell/routing/shell-feature.ts';

/** The page of how the servers are. */
export const statusShell: ShellFeature = {
  name: 'status',
  lazyPages: { 'sys/status': async () => (await import('./web/status-page.tsx')).StatusPage },
};
