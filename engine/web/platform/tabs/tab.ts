import type { RouteMatch } from '../routing/match-route.ts';
import { homePath } from '../routing/safe-redirect.ts';
import type { RouteMeta } from '@back-office/contract/office/route-record.ts';

/** A visited page (docs/spec.md 3). */
export interface Tab {
  path: string;
  /** The path with its query, as last shown. */
  fullPath: string;
  name: string;
  /** Its title: that of the page, or of the record that it shows. */
  title: string;
  /** For a record, the title with its kind: `用户信息：张三`. */
  fullTitle?: string;
  /** The icon of its menu entry, or of the entry above it. */
  icon?: string;
  meta: RouteMeta;
  /** The person pinned it. */
  pinned?: boolean;
}

/** Whether the tab cannot be closed: its page is always open, or the person pinned it. */
export const isPinned = ({ meta, pinned }: Tab): boolean => meta.affix === true || pinned === true;

/** Query parameters that identify what is shown; the others affect how it is shown, and may change within a tab. */
const identifyingParameters = ['id', 'parent'];

/**
 * The key of an address's tab: the path with the query parameters that identify what is shown. A list's filters and a view's `edit` change within
 * their tab (docs/decisions/0007-tabs.md). There is one home page, whatever its query.
 */
export function tabKey(fullPath: string): string {
  const { pathname, search } = partsOf(fullPath);
  const query = new URLSearchParams(search);
  const kept = new URLSearchParams(
    identifyingParameters.flatMap((name) => query.getAll(name).map((value): [string, string] => [name, value])),
  );
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  return kept.size === 0 || path === homePath ? path : `${path}?${kept.toString()}`;
}

/** The path, the query and the hash of an address within the application. */
export function partsOf(fullPath: string): { pathname: string; search: string; hash: string } {
  const [, pathname = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(fullPath) ?? [];
  return { pathname, search, hash };
}

/** Whether the address shows a record's form instead of the record. */
export const isForm = (fullPath: string): boolean => new URLSearchParams(partsOf(fullPath).search).get('edit') === '1';

/** A tab for a page that is shown for the first time. */
export function tabOf({ record, trail }: Pick<Extract<RouteMatch, { kind: 'page' }>, 'record' | 'trail'>, fullPath: string): Tab {
  const icon = trail.findLast(({ meta }) => meta.icon !== undefined)?.meta.icon;
  return {
    path: partsOf(fullPath).pathname,
    fullPath,
    name: record.name,
    title: record.meta.title,
    ...(icon === undefined ? {} : { icon }),
    meta: record.meta,
  };
}

/** The title of a tab among the others: if two have the same name, the titles include the kind. */
export const distinctTitle = (tabs: readonly Tab[], tab: Tab): string =>
  (tabs.some((other) => other !== tab && other.title === tab.title) ? tab.fullTitle : undefined) ?? tab.title;
