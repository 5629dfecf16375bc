import { generatePath, matchPath, type Params } from 'react-router';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { isExternalLink } from './is-external-link.ts';

/** What a path resolves to: a page with its ancestors from the root, a redirect, the path as the page is spelt, a misconfigured record, or nothing. */
export type RouteMatch =
  | { kind: 'page'; record: RouteRecord; component: string; params: Params; trail: RouteRecord[] }
  | { kind: 'redirect'; to: string }
  | { kind: 'respelt'; to: string }
  | { kind: 'broken'; record: RouteRecord; trail: RouteRecord[] }
  | { kind: 'none' };

const known = new WeakMap<readonly RouteRecord[], Map<string, RouteMatch>>();

/** The match of a path, computed once per path; a path without parameters has precedence over one with, and a page over a group. One in other upper and lower case leads to its own spelling. */
export function matchRoute(routes: readonly RouteRecord[], pathname: string): RouteMatch {
  const before = known.get(routes) ?? new Map<string, RouteMatch>();
  const match = before.get(pathname) ?? findRoute(routes, pathname);
  known.set(routes, before.set(pathname, match));
  return match;
}

function findRoute(routes: readonly RouteRecord[], pathname: string): RouteMatch {
  const best = bestOf(routes, pathname);
  if (best === undefined) {
    const loose = bestOf(routes, pathname, false);
    return loose === undefined ? { kind: 'none' } : { kind: 'respelt', to: generatePath(loose.record.path, loose.params) };
  }
  const { record, trail } = best;
  if (record.component !== undefined) return { kind: 'page', component: record.component, ...best };
  const to = leadsTo(routes, record, new Set());
  return to === undefined ? { kind: 'broken', record, trail } : { kind: 'redirect', to };
}

/**
 * The target of a group: its redirect or, if that is unavailable to this person or circular, the first page below
 * it.
 */
function leadsTo(routes: readonly RouteRecord[], group: RouteRecord, seen: Set<RouteRecord>): string | undefined {
  if (seen.has(group)) return undefined;
  seen.add(group);
  const ways = [group.redirect ?? '', ...(group.children ?? []).map(({ path }) => path)];
  return ways.find((way) => {
    if (!way.startsWith('/') || way.includes(':')) return false;
    const pathname = way.replace(/[?#].*$/, '');
    const next = (bestOf(routes, pathname) ?? bestOf(routes, pathname, false))?.record;
    return next !== undefined && (next.component !== undefined || leadsTo(routes, next, seen) !== undefined);
  });
}

function bestOf(
  routes: readonly RouteRecord[],
  pathname: string,
  caseSensitive = true,
): { record: RouteRecord; trail: RouteRecord[]; params: Params } | undefined {
  const found = trails(routes, []).flatMap((trail) => {
    const record = trail.at(-1);
    const match =
      record === undefined || isExternalLink(record.path) ? null : matchPath({ path: record.path, end: true, caseSensitive }, pathname);
    return record === undefined || match === null ? [] : [{ record, trail, params: match.params }];
  });
  const plain = found.filter(({ record }) => !record.path.includes(':'));
  return plain.find(({ record }) => record.component !== undefined) ?? plain[0] ?? found[0];
}

function trails(routes: readonly RouteRecord[], above: RouteRecord[]): RouteRecord[][] {
  return routes.flatMap((record) => {
    const trail = [...above, record];
    return [trail, ...trails(record.children ?? [], trail)];
  });
}
