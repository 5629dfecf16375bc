import { cellsOf } from '@back-office/web/crud/fields/cells.tsx';
import type { WebFeature } from '@back-office/web/shell/routing/web-feature.ts';
import { setting } from './setting.ts';
import { SettingListPage } from './web/setting-list-page.tsx';
import { settingSource } from './web/setting-source.tsx';
import { settingTime } from './web/setting-time.tsx';

/** The page of settings. */
export const settingsWeb: WebFeature = {
  name: 'settings',
  pages: { 'sys/setting/list': SettingListPage },
  cells: cellsOf(setting, { settingSource, updateTime: settingTime }),
};
