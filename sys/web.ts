import type { WebModule } from '@back-office/web/shell/routing/web-module.ts';
import { sysShell } from './shell.ts';

/** What this module does in the browser. */
export const sysWeb: WebModule = {
  name: 'sys',
  shell: sysShell,
  pages: async () => (await import('./pages.ts')).sysPages,
};
