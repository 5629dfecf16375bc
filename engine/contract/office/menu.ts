import type { MenuIconName } from './menu-icon-name.ts';
import { isNameOf } from './module-names.ts';

/** A menu entry that leads to a resource's list. */
export interface MenuSection {
  /** Resource name, such as sys/user. */
  readonly resource: string;
  /** Path of its group, such as /base. */
  readonly group: string;
  /** Its position in the group: smaller numbers come first. */
  readonly order: number;
  readonly title: string;
  readonly icon: MenuIconName;
  /** Title of the view page, if it is not 信息. */
  readonly view?: string;
  /** Permissions besides those of the generic calls, with their labels: `{ send: '发送' }`. */
  readonly permissions?: Readonly<Record<string, string>>;
}

/** A menu entry that leads to a page without a resource. */
export interface MenuPage {
  /**
   * The page's key, such as acme/months: the module's name and a word. `ShellFeature.lazyPages` maps it to the component, and grants and calls use it in place of
   * a resource. The permission `read` opens the page.
   */
  readonly page: string;
  /** Path of its group, such as /base. */
  readonly group: string;
  /** Its position in the group: smaller numbers come first. */
  readonly order: number;
  readonly title: string;
  readonly icon: MenuIconName;
  /** Permissions besides the standard ones, with their labels. */
  readonly permissions?: Readonly<Record<string, string>>;
}

/** A menu entry: for a resource, or for a page without one. */
export type MenuEntry = MenuSection | MenuPage;

/** The resource or page of a menu entry, under whose name permissions are granted. */
export const subjectOf = (entry: Pick<MenuSection, 'resource'> | Pick<MenuPage, 'page'>): string =>
  'page' in entry ? entry.page : entry.resource;

/** The heading of a menu group. */
export interface MenuGroup {
  readonly path: string;
  readonly title: string;
  readonly icon: MenuIconName;
}

/** A menu group with its entries, in display order. */
export interface MenuBranch extends MenuGroup {
  readonly sections: readonly MenuEntry[];
}

/**
 * The path of a section: /sys and sys/log-login make /sys/log-login, /acme and acme/agreement make /acme/agreement. In a group of another module the
 * path keeps the section's module name, so that it never collides with a later page of that module: /base/acme-agreement.
 */
export function sectionPath(entry: Pick<MenuSection, 'group' | 'resource'> | Pick<MenuPage, 'group' | 'page'>): string {
  const { group } = entry;
  const [module = '', name = ''] = subjectOf(entry).split('/');
  return `${group}/${isNameOf(module, group) ? name : `${module}-${name}`}`;
}
