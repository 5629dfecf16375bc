import type { RouteRecord } from '@back-office/contract/office/route-record.ts';

/** The icon of the menu entry that contains the list of a resource. */
export function resourceIcon(routes: readonly RouteRecord[], resource: string): string | undefined {
  for (const { meta, children = [] } of routes) {
    const found = children.some(({ component }) => component === `${resource}/list`) ? meta.icon : resourceIcon(children, resource);
    if (found !== undefined) return found;
  }
  return undefined;
}
