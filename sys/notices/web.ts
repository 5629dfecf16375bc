import type { WebFeature } from '@back-office/web/shell/routing/web-feature.ts';
import { MsgListPage, MsgViewPage } from './web/msg.tsx';

/** The pages of this feature that differ from the pattern. */
export const noticesWeb: WebFeature = {
  name: 'notices',
  pages: {
    'sys/msg/list': MsgListPage,
    'sys/msg/view': MsgViewPage,
  },
};
