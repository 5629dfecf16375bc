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
  readonly icon: string;
  /** Title of the view page where it is not 信息. */
  readonly view?: string;
  /** Its own permissions beside those of the generic calls, by word, with what people call each: `{ send: '发送' }`. */
  readonly permissions?: Readonly<Record<string, string>>;
}

/** The head of a group of the menu. */
export interface MenuGroup {
  readonly path: string;
  readonly title: string;
  readonly icon: string;
}

/** A group with its entries, in the order in which they are shown. */
export interface MenuBranch extends MenuGroup {
  readonly sections: readonly MenuSection[];
}

/**
 * Path of a section: /sys and sys/log-login make /sys/log-login, /acme and acme/agreement make /acme/agreement. In a group
 * of another module a section keeps its module's name, so that it never stands where that module puts one later:
 * /base/acme-agreement.
 */
export function sectionPath({ group, resource }: Pick<MenuSection, 'group' | 'resource'>): string {
  const [module = '', name = ''] = resource.split('/');
  return `${group}/${isNameOf(module, group) ? name : `${module}-${name}`}`;
}
