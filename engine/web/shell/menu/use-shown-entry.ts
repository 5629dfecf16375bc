import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { useLocation } from 'react-router';
import { matchRoute } from '../../platform/routing/match-route.ts';

/** The menu entry of the current page, or the one it refers to; and the paths of its ancestors, separated by spaces. */
export function useShownEntry(routes: RouteRecord[]): { selected: string; above: string } {
  const { pathname } = useLocation();
  const match = matchRoute(routes, pathname);
  const trail = match.kind === 'page' || match.kind === 'broken' ? match.trail : [];
  return { selected: trail.at(-1)?.meta.activeMenu ?? trail.at(-1)?.path ?? '', above: trail.map(({ path }) => path).join(' ') };
}
