import { chooseDensity, densities, densityNames } from '@back-office/web/platform/appearance/density.ts';
import { schemeNames, schemes } from '@back-office/web/platform/appearance/scheme.ts';
import type { ShellFeature } from '@back-office/web/shell/routing/shell-feature.ts';

/** The personal centre, and how everything looks. */
export const accountShell: ShellFeature = {
  name: 'account',
  lazyPages: { profile: async () => (await import('./web/profile-page.tsx')).ProfilePage },
  palette: [
    { name: 'profile', title: '个人中心', order: 10, icon: 'user', path: '/profile' },
    {
      name: 'lock',
      title: '锁屏',
      order: 36,
      icon: 'lock',
      keys: 'Ctrl Alt L',
      run: async () => void (await import('@back-office/web/platform/lock/lock-screen.ts')).lockScreen(),
    },
    ...schemes.map((scheme, at) => ({
      name: `scheme-${scheme}`,
      title: schemeNames[scheme],
      detail: '明暗主题',
      order: 40 + at,
      icon: scheme,
      run: async () => (await import('./web/choose-scheme.ts')).chooseScheme(scheme),
    })),
    ...densities.map((density, at) => ({
      name: `density-${density}`,
      title: `表格${densityNames[density]}`,
      detail: '表格密度',
      order: 50 + at,
      icon: 'density',
      run: () => chooseDensity(density),
    })),
  ],
};
