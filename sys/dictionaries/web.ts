import type { WebFeature } from '@back-office/web/shell/routing/web-feature.ts';
import { DictListPage } from './web/dict-list-page.tsx';

/** The pages of this feature that differ from the pattern. */
export const dictionariesWeb: WebFeature = {
  name: 'dictionaries',
  pages: {
    'sys/dict/list': DictListPage,
  },
};
