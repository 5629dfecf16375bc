import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { isExternalLink } from '@back-office/web/platform/routing/is-external-link.ts';
import { matchRoute } from '@back-office/web/platform/routing/match-route.ts';
import { homePath } from '@back-office/web/platform/routing/safe-redirect.ts';

/** The pages that a menu opens here, at every level, except the home page itself; `all` are those that their redirects may lead to. */
export const menuPages = (records: readonly RouteRecord[], all = records): RouteRecord[] =>
  records
    .filter(({ hidden, path }) => hidden !== true && path !== homePath && !isExternalLink(path))
    .flatMap((record) => {
      const { children = [], path } = record;
      if (children.some(({ hidden }) => hidden !== true)) return menuPages(children, all);
      return matchRoute(all, path).kind === 'broken' ? [] : [record];
    });
