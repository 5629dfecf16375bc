import type { ShellFeature } from '@back-office/web/shell/routing/shell-feature.ts';

/** The personal centre. */
export const accountShell: ShellFeature = {
  name: 'account',
  lazyPages: { profile: async () => (await import('./web/profile-page.tsx')).ProfilePage },
};
