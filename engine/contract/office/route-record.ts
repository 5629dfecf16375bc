/** A page or a group of pages, as data (docs/spec.md 3: menu item). Kept in session storage under `routes`. */
export interface RouteRecord {
  /** Whole path from the root, such as /sys/user/view/:id; an external record's path is its link. */
  path: string;
  name: string;
  /** Page of the registry, such as sys/user/list; absent for a group. */
  component?: string;
  /** Where the path itself leads. */
  redirect?: string;
  /** Not in the menu. */
  hidden?: boolean;
  /** Stays a group in the menu, even with a single visible child. */
  alwaysShow?: boolean;
  children?: RouteRecord[];
  meta: RouteMeta;
}

/** How a page appears in menu, tabs and breadcrumb. */
export interface RouteMeta {
  title: string;
  icon?: string;
  /** Opens outside: `_blank` for a link. */
  target?: '_blank';
  /** A pinned tab. */
  affix?: boolean;
  noCache?: boolean;
  /** false: no breadcrumb. */
  breadcrumb?: boolean;
  /** Path of the menu entry to highlight instead of its own. */
  activeMenu?: string;
}
