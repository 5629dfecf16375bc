import type { WebFeature } from '@back-office/web/shell/routing/web-feature.ts';
import { UserListPage, UserViewPage } from './web/user.tsx';

/** The pages of this feature that differ from the pattern. */
export const usersWeb: WebFeature = {
  name: 'users',
  pages: {
    'sys/user/list': UserListPage,
    'sys/user/view': UserViewPage,
  },
};
