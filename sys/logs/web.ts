import type { WebFeature } from '@back-office/web/shell/routing/web-feature.ts';
import { LogLoginListPage } from './web/log-login-list-page.tsx';
import { LogOptListPage } from './web/log-opt-list-page.tsx';

/** The pages of this feature that differ from the pattern. */
export const logsWeb: WebFeature = {
  name: 'logs',
  pages: {
    'sys/log-login/list': LogLoginListPage,
    'sys/log-opt/list': LogOptListPage,
  },
};
