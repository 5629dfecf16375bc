import type { WebFeature } from '@back-office/web/shell/routing/web-feature.ts';
import { fileCells } from './web/file-cells.ts';
import { FileListPage, FileViewPage } from './web/file.tsx';

/** The pages of this feature that differ from the pattern. */
export const filesWeb: WebFeature = {
  name: 'files',
  pages: {
    'sys/file/list': FileListPage,
    'sys/file/view': FileViewPage,
  },
  cells: fileCells,
};
