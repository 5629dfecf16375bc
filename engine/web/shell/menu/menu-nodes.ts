import type { RouteRecord } from '@back-office/contract/office/route-record.ts';

/** A menu item for a route: a group with children, or an entry with its path. */
export interface MenuNode {
  /** The path; a second record with the same path gets a different key. */
  key: string;
  path: string;
  title: string;
  icon: string | undefined;
  target: string | undefined;
  children: MenuNode[];
}

/** The menu of the routes: without hidden entries, and a group with a single visible child is replaced by that child (docs/spec.md 2.3). */
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

/** The keys of all groups. */
export const groupKeys = (nodes: readonly MenuNode[]): string[] =>
  nodes.flatMap(({ key, children }) => (children.length === 0 ? [] : [key, ...groupKeys(children)]));

const isVisible = (record: RouteRecord): boolean => record.hidden !== true;
