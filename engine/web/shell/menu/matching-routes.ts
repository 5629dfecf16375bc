import type { RouteRecord } from '@back-office/contract/office/route-record.ts';

/** The visible entries whose title matches, within their groups; if a group matches, all of its entries. */
export function matchingRoutes(routes: readonly RouteRecord[], matches: (title: string) => boolean): RouteRecord[] {
  return routes.flatMap((record) => {
    if (record.hidden === true) return [];
    if (matches(record.meta.title)) return [record];
    const children = matchingRoutes(record.children ?? [], matches);
    // Stays a group even with one child, so that the match is shown in its usual place.
    return children.length === 0 ? [] : [{ ...record, alwaysShow: true, children }];
  });
}

/** The first entry with a page. */
export function firstEntry(routes: readonly RouteRecord[]): RouteRecord | undefined {
  for (const record of routes) {
    const visible = (record.children ?? []).filter(({ hidden }) => hidden !== true);
    const entry = visible.length === 0 ? record : firstEntry(visible);
    if (entry !== undefined) return entry;
  }
  return undefined;
}
