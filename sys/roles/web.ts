import { lazyPart } from '@back-office/web/platform/ui/lazy-part.ts';
import type { WebFeature } from '@back-office/web/shell/routing/web-feature.ts';
import { RoleListPage } from './web/role-list-page.tsx';

const RoleViewPage = lazyPart(async () => (await import('./web/role-view-page.tsx')).RoleViewPage);

/** The pages of this feature that differ from the pattern. */
export const rolesWeb: WebFeature = {
  name: 'roles',
  pages: {
    'sys/role/list': RoleListPage,
    'sys/role/view': RoleViewPage,
  },
};
