import type { ShellFeature } from '@back-office/web/shell/routing/shell-feature.ts';
import { HomePage } from './web/home-page.tsx';

/** The first page. */
export const homeShell: ShellFeature = {
  name: 'home',
  // Part of the shell: what is fetched by itself shows its skeleton for a third of a second at least (React).
  plainPages: { home: HomePage },
};
