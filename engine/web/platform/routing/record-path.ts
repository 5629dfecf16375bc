import { generatePath } from 'react-router';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { listPath } from './list-path.ts';

/**
 * The path of a record among the person's routes: its own page, or else its list; undefined if they have neither.
 * @example
 * export function OfAgreement({ id, name }: { id: string; name: string }) {
 *   const path = recordPath(useSession().routes ?? [], 'acme/agreement', id);
 *   return path === undefined ? <>{name}</> : <Link to={path}>{name}</Link>;
 * }
 */
export function recordPath(routes: readonly RouteRecord[], resource: string, id: string): string | undefined {
  return ownPagePath(routes, resource, id) ?? listPath(routes, resource);
}

/** The path of its own page, of a new record without an id; undefined if the person has no such page. */
export function ownPagePath(routes: readonly RouteRecord[], resource: string, id = 'new'): string | undefined {
  const view = viewPath(routes, resource);
  return view === undefined ? undefined : generatePath(view, { id });
}

/** Of misconfigured records, one with another parameter in its path is none of these: nobody knows what stands there. */
function viewPath(routes: readonly RouteRecord[], resource: string): string | undefined {
  for (const { component, path, children = [] } of routes) {
    const found = component === `${resource}/view` && /^[^:]*\/:id$/.test(path) ? path : viewPath(children, resource);
    if (found !== undefined) return found;
  }
  return undefined;
}
