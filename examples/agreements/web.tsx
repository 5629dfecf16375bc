import { FileProtectOutlined } from '@ant-design/icons-svg';
import type { WebModule } from 'back-office/web';
import { EndingCard } from './web/ending-card.tsx';

const right = { resource: 'acme/agreement', permission: 'read' };

/** This company's part of the browser: the shell loads only light parts, the pages are loaded when one of them is opened. */
export const web: WebModule = {
  name: 'acme',
  shell: [
    {
      name: 'agreements',
      icons: { 'acme-agreement': FileProtectOutlined },
      lazyPages: { 'acme/months': async () => (await import('./web/months-page.tsx')).MonthsPage },
      home: [{ name: 'acme-ending', title: '即将到期的合同', order: 50, right, Card: EndingCard }],
      palette: [
        { name: 'acme-new', title: '新建合同', order: 50, right: { ...right, permission: 'add' }, path: '/acme/agreement/view/new' },
        { name: 'acme-months', title: '合同统计', order: 51, right: { ...right, resource: 'acme/months' }, path: '/acme/months' },
      ],
    },
  ],
  pages: async () => (await import('./web/pages.tsx')).pages,
};
