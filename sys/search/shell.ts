import type { ShellFeature } from '@back-office/web/shell/routing/shell-feature.ts';
import { SearchButton } from './web/search-button.tsx';

/** The search for anything, in the top bar. */
export const searchShell: ShellFeature = {
  name: 'search',
  topBar: [{ title: '查找', order: 10, Item: SearchButton }],
};
