import type { RouteRecord } from '@back-office/contract/office/route-record.ts';

/** What the menu draws for a route: a group with children, or an entry that leads to its path. */
export interface MenuNode {
  /** The path; of two records with one path the second gets a key of its own. */
  key: string;
  path: string;
  title: string;
  icon: string | undefined;
  target: string | undefined;
  children: MenuNode[];
}

/** The menu of the routes: no hidden entries, and a group with one visible child is that child (docs/spec.md 2.3). */
export function menuNodes(routes: readonly RouteRecord[], taken: Set<string> = new Set()): MenuNode[] {
  return routes.filter(isVisible).flatMap((record) => {
    const { path, name, meta } = record;
    const children = (record.children ?? []).filter(isVisible);
    const [only] = children;
    if (only !== undefined && children.length === 1 && record.alwaysShow !== true)
      return menuNodes([{ ...only, meta: { ...only.meta, icon: only.meta.icon ?? meta.icon ?? '' } }], taken);
    const key = taken.has(path) ? `${path} ${name}` : path;
    taken.add(path);
    return [{ key, path, title: meta.title, icon: meta.icon, target: meta.target, children: menuNodes(children, taken) }];
  });
}

const isVisible = (record: RouteRecord): boolean => record.hidden !== true;
