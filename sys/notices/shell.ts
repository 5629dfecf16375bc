import type { ShellFeature } from '@back-office/web/shell/routing/shell-feature.ts';
import { Bell } from './web/bell.tsx';

/** The bell, and the page of the user's messages. */
export const noticesShell: ShellFeature = {
  name: 'notices',
  topBar: [{ title: '消息', order: 20, Item: Bell }],
  lazyPages: { message: async () => (await import('./web/message-page.tsx')).MessagePage },
  palette: [{ name: 'messages', title: '我的消息', order: 20, icon: 'msg', path: '/message' }],
};
