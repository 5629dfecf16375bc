import type { RouteRecord } from '@back-office/contract/office/route-record.ts';

/** The visible entries of which the title matches, under their groups; of a group that matches, all of them. */
export function foundRoutes(routes: readonly RouteRecord[], matches: (title: string) => boolean): RouteRecord[] {
  return routes.flatMap((record) => {
    if (record.hidden === true) return [];
    if (matches(record.meta.title)) return [record];
    const children = foundRoutes(record.children ?? [], matches);
    // The group stays one, so that what was found stands where one knows it.
    return children.length === 0 ? [] : [{ ...record, alwaysShow: true, children }];
  });
}

/** The first entry that leads somewhere. */
export function firstEntry(routes: readonly RouteRecord[]): RouteRecord | undefined {
  for (const record of routes) {
    const visible = (record.children ?? []).filter(({ hidden }) => hidden !== true);
    const entry = visible.length === 0 ? record : firstEntry(visible);
    if (entry !== undefined) return entry;
  }
  return undefined;
}
