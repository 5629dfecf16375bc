import type { ShellFeature } from '@back-office/web/shell/routing/shell-feature.ts';
import { Dashboard } from './web/dashboard.tsx';
import { HomePage } from './web/home-page.tsx';
import { MenuCards } from './web/menu-cards.tsx';
import { WelcomeCard } from './web/welcome-card.tsx';

/** The first page, and its own cards. */
export const homeShell: ShellFeature = {
  name: 'home',
  // Part of the shell: what is fetched by itself shows its skeleton for a third of a second at least (React).
  plainPages: { home: HomePage },
  home: [
    { name: 'welcome', title: '欢迎', order: 10, Card: WelcomeCard },
    { name: 'figures', title: '统计数据', order: 20, Card: Dashboard },
    { name: 'menu', title: '功能入口', order: 30, Card: MenuCards },
  ],
};
