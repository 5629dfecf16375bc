import type { ShellFeature } from '@back-office/web/shell/routing/shell-feature.ts';
import { chartCards } from './web/chart-cards.tsx';
import { FiguresCard } from './web/figures-card.tsx';
import { HomePage } from './web/home-page.tsx';
import { PagesCard } from './web/pages-card.tsx';
import { RecentCard } from './web/recent-card.tsx';
import { WaitingCard } from './web/waiting-card.tsx';

/** The first page, and its own cards. */
export const homeShell: ShellFeature = {
  name: 'home',
  // Part of the shell: what is fetched by itself shows its skeleton for a third of a second at least (React).
  plainPages: { home: HomePage },
  home: [
    { name: 'waiting', title: '待我处理', order: 10, Card: WaitingCard },
    { name: 'figures', title: '统计数据', order: 20, Card: FiguresCard },
    { name: 'recent', title: '最近的记录', order: 30, width: 'half', Card: RecentCard },
    { name: 'pages', title: '常用页面', order: 40, width: 'half', Card: PagesCard },
    ...chartCards.map((card, at) => ({ ...card, order: 50 + at, width: 'half' as const })),
  ],
};
