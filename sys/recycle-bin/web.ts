import type { WebFeature } from '@back-office/web/shell/routing/web-feature.ts';
import { RecycleListPage } from './web/recycle.tsx';

/** The pages of this feature that differ from the pattern. */
export const recycleBinWeb: WebFeature = {
  name: 'recycle-bin',
  pages: {
    'sys/recycle/list': RecycleListPage,
  },
};
