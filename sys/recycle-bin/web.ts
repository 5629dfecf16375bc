import { cellsOf } from '@back-office/web/crud/fields/cells.tsx';
import type { WebFeature } from '@back-office/web/shell/routing/web-feature.ts';
import { recycle } from './recycle.ts';
import { KeptFields } from './web/kept-fields.tsx';
import { RecycleListPage } from './web/recycle.tsx';

/** The pages of this feature that differ from the pattern. */
export const recycleBinWeb: WebFeature = {
  name: 'recycle-bin',
  pages: {
    'sys/recycle/list': RecycleListPage,
  },
  cells: cellsOf(recycle, { recycleFields: { Cell: KeptFields } }),
};
