import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { isExternalLink } from '@back-office/web/platform/routing/is-external-link.ts';
import { matchRoute } from '@back-office/web/platform/routing/match-route.ts';
import { homePath } from '@back-office/web/platform/routing/safe-redirect.ts';

/** The pages that a menu opens here, at every level, except the home page itself. Functions with one path open one page: the first of them stands for it. */
export const menuPages = (records: readonly RouteRecord[]): RouteRecord[] => {
  const paths = new Set<string>();
  return pagesBelow(records, records).filter(({ path }) => !paths.has(path) && paths.add(path));
};

/** `all` are the records that redirects may lead to. */
const pagesBelow = (records: readonly RouteRecord[], all: readonly RouteRecord[]): RouteRecord[] =>
  records
    .filter(({ hidden, path }) => hidden !== true && path !== homePath && !isExternalLink(path))
    .flatMap((record) => {
      const { children = [], path } = record;
      if (children.some(({ hidden }) => hidden !== true)) return pagesBelow(children, all);
      return matchRoute(all, path).kind === 'broken' ? [] : [record];
    });
