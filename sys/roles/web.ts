import { cellsOf } from '@back-office/web/crud/fields/cells.tsx';
import { lazyPart } from '@back-office/web/platform/timing/lazy-part.ts';
import type { WebFeature } from '@back-office/web/shell/routing/web-feature.ts';
import { role } from './role.ts';
import { RoleListPage } from './web/role-list-page.tsx';

// Not before the rows of a list.
const RoleViewPage = lazyPart(async () => (await import('./web/role-view-page.tsx')).RoleViewPage);
const ScopeOrgsInput = lazyPart(async () => (await import('./web/scope-orgs-input.tsx')).ScopeOrgsInput);

/** The pages of this feature that differ from the pattern. */
export const rolesWeb: WebFeature = {
  name: 'roles',
  pages: {
    'sys/role/list': RoleListPage,
    'sys/role/view': RoleViewPage,
  },
  cells: cellsOf(role, { sysOrgIds: { Input: ScopeOrgsInput } }),
};
