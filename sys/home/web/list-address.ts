import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { listPath } from '@back-office/web/platform/routing/list-path.ts';

/** The address of a resource's list with these filters; undefined if the person has no such page. */
export function listAddress(
  routes: readonly RouteRecord[],
  resource: string,
  query: readonly (readonly [string, string])[],
): string | undefined {
  const path = listPath(routes, resource);
  const search = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString();
  return path === undefined || search === '' ? path : `${path}?${search}`;
}
