import { cellsOf } from '@back-office/web/crud/fields/cells.tsx';
import { lazyPart } from '@back-office/web/platform/timing/lazy-part.ts';
import type { WebFeature } from '@back-office/web/shell/routing/web-feature.ts';
import { recycle } from './recycle.ts';
import { RecycleListPage } from './web/recycle-list-page.tsx';

const KeptFields = lazyPart(async () => (await import('./web/kept-fields.tsx')).KeptFields);

/** The pages of this feature that differ from the pattern. */
export const recycleBinWeb: WebFeature = {
  name: 'recycle-bin',
  pages: {
    'sys/recycle/list': RecycleListPage,
  },
  cells: cellsOf(recycle, { recycleFields: { Cell: KeptFields } }),
};
