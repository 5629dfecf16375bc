import { type MenuEntry, sectionPath } from '@back-office/contract/office/menu.ts';
import type { Office } from '@back-office/contract/office/office.ts';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { theOffice } from '../../platform/office/open-office.ts';

/** The routes of local mode (docs/spec.md 2.1): only the admin account has the administration. */
export const localRoutes = (admin: boolean): RouteRecord[] => {
  const office = theOffice();
  return admin ? [...office.pages, ...administrationOf(office)] : [...office.pages];
};

/** A menu entry. A resource's entry leads to its list; list and view are not in the menu and highlight the entry. */
function section({ resourceOf }: Office, entry: MenuEntry): RouteRecord {
  const path = sectionPath(entry);
  const { title, icon } = entry;
  if ('page' in entry) return { path, name: entry.page, component: entry.page, meta: { title, icon } };
  const { resource, view } = entry;
  const { title: noun, operations } = resourceOf(resource);
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

const administrationOf = (office: Office): RouteRecord[] =>
  office.menu.map((group) => {
    const children = group.sections.map((item) => section(office, item));
    return {
      path: group.path,
      name: group.path.slice(1),
      ...(children[0] === undefined ? {} : { redirect: children[0].path }),
      meta: { title: group.title, icon: group.icon },
      children,
    };
  });
