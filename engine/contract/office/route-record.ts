/** A page or a group of pages as data (docs/spec.md 3: menu item). Stored in session storage under `routes`. */
export interface RouteRecord {
  /** The full path, such as /sys/user/view/:id; for an external record, the link. */
  path: string;
  name: string;
  /** The page in the registry, such as sys/user/list; absent for a group. */
  component?: string;
  /** Where the path itself redirects. */
  redirect?: string;
  /** Hidden from the menu. */
  hidden?: boolean;
  /** Shown as a group in the menu, even with a single visible child. */
  alwaysShow?: boolean;
  children?: RouteRecord[];
  meta: RouteMeta;
}

/** How a page appears in the menu, the tabs and the breadcrumb. */
export interface RouteMeta {
  title: string;
  icon?: string;
  /** Opens in a new window: `_blank` for a link. */
  target?: '_blank';
  /** A pinned tab. */
  affix?: boolean;
  noCache?: boolean;
  /** false: no breadcrumb. */
  breadcrumb?: boolean;
  /** The path of the menu entry to highlight instead of its own. */
  activeMenu?: string;
}
