import { matchPath, type Params } from 'react-router';
import type { RouteRecord } from '../session/route-record.ts';

/** What a path leads to: a page with its ancestors from the root, another path, or nothing. */
export type RouteMatch =
  | { kind: 'page'; record: RouteRecord; component: string; params: Params; trail: RouteRecord[] }
  | { kind: 'redirect'; to: string }
  | { kind: 'none' };

/** Finds what the path leads to; a path without parameters wins over one with. */
export function matchRoute(routes: readonly RouteRecord[], pathname: string): RouteMatch {
  const found = trails(routes, []).flatMap((trail) => {
    const record = trail.at(-1);
    const match = record === undefined ? null : matchPath({ path: record.path, end: true }, pathname);
    return record === undefined || match === null ? [] : [{ record, trail, params: match.params }];
  });
  const best = found.find(({ record }) => !record.path.includes(':')) ?? found[0];
  if (best === undefined) return { kind: 'none' };
  const { redirect, component } = best.record;
  if (component !== undefined) return { kind: 'page', component, ...best };
  return redirect === undefined ? { kind: 'none' } : { kind: 'redirect', to: redirect };
}

function trails(routes: readonly RouteRecord[], above: RouteRecord[]): RouteRecord[][] {
  return routes.flatMap((record) => {
    const trail = [...above, record];
    return [trail, ...trails(record.children ?? [], trail)];
  });
}
