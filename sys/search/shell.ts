import type { ShellFeature } from '@back-office/web/shell/routing/shell-feature.ts';
import { SearchButton } from './web/search-button.tsx';
import { shortcutList } from './web/shortcut-list.ts';

/** The search for anything, in the top bar. */
export const searchShell: ShellFeature = {
  name: 'search',
  topBar: [{ title: '查找', order: 10, Item: SearchButton }],
  palette: [{ name: 'shortcuts', title: '键盘快捷键', order: 35, icon: 'keyboard', keys: '?', run: () => shortcutList.show() }],
};
