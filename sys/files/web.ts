import { lazyPart } from '@back-office/web/platform/timing/lazy-part.ts';
import type { WebFeature } from '@back-office/web/shell/routing/web-feature.ts';
import { fileCells } from './web/file-cells.tsx';

// Not before the rows of other lists: sending files comes with them.
const FileListPage = lazyPart(async () => (await import('./web/file-list-page.tsx')).FileListPage);
const FileViewPage = lazyPart(async () => (await import('./web/file-view-page.tsx')).FileViewPage);

/** The pages of this feature that differ from the pattern. */
export const filesWeb: WebFeature = {
  name: 'files',
  pages: {
    'sys/file/list': FileListPage,
    'sys/file/view': FileViewPage,
  },
  cells: fileCells,
};
