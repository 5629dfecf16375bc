import type { WebFeature } from '@back-office/web/shell/routing/web-feature.ts';
import { RoleListPage, RoleViewPage } from './web/role.tsx';

/** The pages of this feature that differ from the pattern. */
export const rolesWeb: WebFeature = {
  name: 'roles',
  pages: {
    'sys/role/list': RoleListPage,
    'sys/role/view': RoleViewPage,
  },
};
