import type { WebFeature } from '@back-office/web/shell/routing/web-feature.ts';
import { cellsOf } from '@back-office/web/crud/fields/cells.tsx';
import { attachmentsTab } from '@back-office/web/crud/parts/attachments-tab.tsx';
import { recordTab } from '@back-office/web/crud/parts/record-tab.ts';
import { lazyPart } from '@back-office/web/platform/timing/lazy-part.ts';
import { user } from './user.ts';
import { UserListPage } from './web/user-list-page.tsx';
import { UserViewPage } from './web/user-view-page.tsx';

// Not before the rows of a list.
const RightsTab = lazyPart(async () => (await import('./web/rights-tab.tsx')).RightsTab);
const AvatarShown = lazyPart(async () => (await import('./web/avatar-shown.tsx')).AvatarShown);
const PasswordInput = lazyPart(async () => (await import('./web/password-input.tsx')).PasswordInput);

/** What of this feature's pages differs from the pattern. */
export const usersWeb: WebFeature = {
  name: 'users',
  pages: {
    'sys/user/list': UserListPage,
    'sys/user/view': UserViewPage,
  },
  cells: cellsOf(user, { userAvatar: { Input: AvatarShown }, userPassword: { Input: PasswordInput } }),
  recordTabs: [
    recordTab(user, { name: 'rights', label: '权限', order: 10, right: { resource: user.name, permission: 'read' }, Tab: RightsTab }),
    attachmentsTab(user.name),
  ],
};
