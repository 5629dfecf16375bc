import { resourceOf } from '@back-office/sys/all.ts';
import { menu, type MenuGroup, type MenuSection, sectionPath } from '@back-office/sys/menu.ts';
import type { RouteRecord } from '../../platform/routing/route-record.ts';
import { baseRoutes } from './base-routes.ts';

/** Routes of local mode (docs/spec.md 2.1): the administration belongs to the admin account alone. */
export const localRoutes = (admin: boolean): RouteRecord[] => (admin ? [...baseRoutes, ...administration] : baseRoutes);

/** The menu entry of a resource: leads to its list; list and view are not in the menu and highlight the entry. */
function section(group: MenuGroup, { resource, title, icon, view }: MenuSection): RouteRecord {
  const { title: noun, operations } = resourceOf(resource);
  const path = sectionPath(group, { resource });
  const page = (kind: 'list' | 'view', ending: string, pageTitle: string): RouteRecord => ({
    path: `${path}/${ending}`,
    name: `${resource}/${kind}`,
    component: `${resource}/${kind}`,
    hidden: true,
    meta: { title: pageTitle, noCache: true, activeMenu: path },
  });
  const pages = [page('list', 'list', `${noun}列表`)];
  if (operations.includes('select')) pages.push(page('view', 'view/:id', view ?? `${noun}信息`));
  return { path, name: resource, redirect: `${path}/list`, children: pages, meta: { title, icon } };
}

const administration: RouteRecord[] = menu.map((group) => {
  const children = group.sections.map((item) => section(group, item));
  return {
    path: group.path,
    name: group.path.slice(1),
    ...(children[0] === undefined ? {} : { redirect: children[0].path }),
    meta: { title: group.title, icon: group.icon },
    children,
  };
});
