import type { RouteRecord } from '@back-office/contract/office/route-record.ts';

/**
 * The path of a resource's list among the person's routes; undefined if they have none.
 * @example
 * export function AllParties() {
 *   const path = listPath(useSession().routes ?? [], 'acme/party');
 *   return path === undefined ? null : <Link to={path}>全部相对方</Link>;
 * }
 */
export function listPath(routes: readonly RouteRecord[], resource: string): string | undefined {
  for (const { component, path, children = [] } of routes) {
    const found = component === `${resource}/list` ? path : listPath(children, resource);
    if (found !== undefined) return found;
  }
  return undefined;
}
