import type { ShellFeature } from '@back-office/web/shell/routing/shell-feature.ts';
import { Bell } from './web/bell.tsx';

/** The bell, and the page of the user's messages. */
export const noticesShell: ShellFeature = {
  name: 'notices',
  topBar: [{ order: 20, Item: Bell }],
  lazyPages: { message: async () => (await import('./web/message-page.tsx')).MessagePage },
};
