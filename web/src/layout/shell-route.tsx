import type { ReactNode } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { ErrorPage } from '../pages/error/error-page.tsx';
import { guard } from '../routing/guard.ts';
import { isErrorPath } from '../routing/paths.ts';
import { homePath, safeRedirect } from '../routing/safe-redirect.ts';
import type { RouteRecord } from '../session/route-record.ts';
import { AppFrame } from './app-frame.tsx';
import { LoadFailed } from './load-failed.tsx';
import { RoutedPage } from './routed-page.tsx';
import { ShellOutline } from './shell-outline.tsx';
import { useLoadedRoutes } from './use-loaded-routes.ts';

/** The only route: guards the path, sees that the routes are loaded, and shows in the frame what the path leads to. */
export function ShellRoute() {
  const { pathname, search } = useLocation();
  const { routes, failed, retry } = useLoadedRoutes();

  const allowed = guard({ pathname, search }, true);
  if (allowed !== pathname + search) return <Navigate to={allowed} replace />;
  if (routes === null) return failed ? <LoadFailed onRetry={retry} /> : <ShellOutline />;
  return <AppFrame routes={routes}>{contentOf(routes, { pathname, search })}</AppFrame>;
}

const refresh = '/redirect/';

function contentOf(routes: RouteRecord[], { pathname, search }: { pathname: string; search: string }): ReactNode {
  if (isErrorPath(pathname)) return <ShellError status={pathname.slice('/error/'.length)} />;
  if (routes.length === 0) return <Navigate to="/error/40003" replace />;
  // Leaving a page and coming back is what draws it anew.
  if (pathname.startsWith(refresh)) return <Navigate to={safeRedirect(pathname.slice(refresh.length - 1) + search)} replace />;
  return <RoutedPage routes={routes} />;
}

function ShellError({ status }: { status: string }) {
  const navigate = useNavigate();
  return <ErrorPage status={status} onHome={() => void navigate(homePath)} />;
}
