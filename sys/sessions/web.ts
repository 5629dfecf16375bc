import type { WebFeature } from '@back-office/web/shell/routing/web-feature.ts';
import { SessionListPage } from './web/session-list-page.tsx';

/** The pages of this feature that differ from the pattern. */
export const sessionsWeb: WebFeature = {
  name: 'sessions',
  pages: {
    'sys/session/list': SessionListPage,
  },
};
