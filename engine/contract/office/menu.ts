import type { MenuIconName } from './menu-icon-name.ts';
import { isNameOf } from './module-names.ts';

/** A menu entry that leads to a resource's list. */
export interface MenuSection {
  /** Resource name, such as sys/user. */
  readonly resource: string;
  /** Path of the group that it stands in, such as /base. */
  readonly group: string;
  /** Its place in the group: the smaller stands higher. */
  readonly order: number;
  readonly title: string;
  readonly icon: MenuIconName;
  /** Title of the view page where it is not 信息. */
  readonly view?: string;
  /** Its own permissions beside those of the generic calls, by word, with what people call each: `{ send: '发送' }`. */
  readonly permissions?: Readonly<Record<string, string>>;
}

/** A menu entry that leads to a page of its own, which belongs to no resource. */
export interface MenuPage {
  /**
   * The page's key, the module's name and a word, such as acme/months: what draws it in `lazyPages`, and what roles are
   * granted and calls ask for, in the place of a resource. `read` opens it.
   */
  readonly page: string;
  /** Path of the group that it stands in, such as /base. */
  readonly group: string;
  /** Its place in the group: the smaller stands higher. */
  readonly order: number;
  readonly title: string;
  readonly icon: MenuIconName;
  /** Its own permissions beside the standard ones, by word, with what people call each. */
  readonly permissions?: Readonly<Record<string, string>>;
}

/** An entry of the menu: of a resource, or of a page of its own. */
export type MenuEntry = MenuSection | MenuPage;

/** What an entry leads to and is granted by: a resource, or a page of its own. */
export const subjectOf = (entry: Pick<MenuSection, 'resource'> | Pick<MenuPage, 'page'>): string =>
  'page' in entry ? entry.page : entry.resource;

/** The head of a group of the menu. */
export interface MenuGroup {
  readonly path: string;
  readonly title: string;
  readonly icon: MenuIconName;
}

/** A group with its entries, in the order in which they are shown. */
export interface MenuBranch extends MenuGroup {
  readonly sections: readonly MenuEntry[];
}

/**
 * Path of a section: /sys and sys/log-login make /sys/log-login, /acme and acme/agreement make /acme/agreement. In a group
 * of another module a section keeps its module's name, so that it never stands where that module puts one later:
 * /base/acme-agreement.
 */
export function sectionPath(entry: Pick<MenuSection, 'group' | 'resource'> | Pick<MenuPage, 'group' | 'page'>): string {
  const { group } = entry;
  const [module = '', name = ''] = subjectOf(entry).split('/');
  return `${group}/${isNameOf(module, group) ? name : `${module}-${name}`}`;
}
