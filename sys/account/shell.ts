import { schemeNames, schemes } from '@back-office/web/platform/appearance/scheme.ts';
import type { ShellFeature } from '@back-office/web/shell/routing/shell-feature.ts';

/** The personal centre, and how everything looks. */
export const accountShell: ShellFeature = {
  name: 'account',
  lazyPages: { profile: async () => (await import('./web/profile-page.tsx')).ProfilePage },
  palette: [
    { name: 'profile', title: '个人中心', order: 10, path: '/profile' },
    ...schemes.map((scheme, at) => ({
      name: `scheme-${scheme}`,
      title: schemeNames[scheme],
      detail: '明暗主题',
      order: 40 + at,
      run: async () => (await import('./web/choose-scheme.ts')).chooseScheme(scheme),
    })),
  ],
};
