import type { RouteMatch } from '../routing/match-route.ts';
import type { RouteMeta } from '@back-office/contract/office/route-record.ts';

/** A visited page (docs/spec.md 3). */
export interface Tab {
  path: string;
  /** The path with its query, as the page was last seen. */
  fullPath: string;
  name: string;
  /** What it is called: as the page is, or as the record that it shows. */
  title: string;
  /** Of a record, what kind it is as well: `用户信息：张三`. */
  fullTitle?: string;
  /** The icon of its entry in the menu, or of the one that it lies below. */
  icon?: string;
  meta: RouteMeta;
  /** The person keeps it open. */
  pinned?: boolean;
}

/** Whether nothing closes the tab: its page is always open, or the person keeps it so. */
export const isPinned = ({ meta, pinned }: Tab): boolean => meta.affix === true || pinned === true;

/** Parts of a query that say which thing is shown; the others say how, and may change within a tab. */
const telling = ['id', 'parent'];

/**
 * What makes two addresses the same tab: the path, and with it what the query says about which thing is shown. A
 * list's filters and a view's `edit` change within their tab (docs/decisions/0007-tabs.md).
 */
export function tabKey(fullPath: string): string {
  const { pathname, search } = partsOf(fullPath);
  const query = new URLSearchParams(search);
  const kept = new URLSearchParams(telling.flatMap((name) => query.getAll(name).map((value): [string, string] => [name, value])));
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  return kept.size === 0 ? path : `${path}?${kept.toString()}`;
}

/** The path, the query and the hash of an address within the application. */
export function partsOf(fullPath: string): { pathname: string; search: string; hash: string } {
  const [, pathname = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(fullPath) ?? [];
  return { pathname, search, hash };
}

/** Whether the address shows a record's form instead of the record. */
export const isForm = (fullPath: string): boolean => new URLSearchParams(partsOf(fullPath).search).get('edit') === '1';

/** The tab of a page that is shown for the first time. */
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

/** What a tab is called among the others: two of one name say what they are as well. */
export const titleAmong = (tabs: readonly Tab[], tab: Tab): string =>
  (tabs.some((other) => other !== tab && other.title === tab.title) ? tab.fullTitle : undefined) ?? tab.title;
