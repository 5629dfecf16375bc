import { Suspense, useEffect } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { BrokenPage } from '../pages/error/broken-page.tsx';
import { matchRoute } from '../routing/match-route.ts';
import { pageOf } from '../routing/page-registry.tsx';
import type { RouteRecord } from '../session/route-record.ts';
import { useConfig } from '../session/use-config.ts';
import { PageErrorBoundary } from './page-error-boundary.tsx';
import { PageSkeleton } from './page-skeleton.tsx';

/** The page of the current path, with its own error boundary; a path that leads nowhere is an error 404. */
export function RoutedPage({ routes }: { routes: readonly RouteRecord[] }) {
  const location = useLocation();
  const match = matchRoute(routes, location.pathname);
  useTitle(match.kind === 'page' || match.kind === 'broken' ? match.record.meta.title : undefined);

  if (match.kind === 'redirect') return <Navigate to={match.to} replace />;
  if (match.kind === 'none') return <Navigate to="/error/404" replace />;
  if (match.kind === 'broken') return <BrokenPage reason={`“${match.record.meta.title}”下没有可以打开的页面。`} />;
  // Routes with a location of its own: a page sees the path it was opened for, whatever the address bar says.
  return (
    <PageErrorBoundary key={location.pathname}>
      <h1 className="visually-hidden">{match.record.meta.title}</h1>
      <Suspense fallback={<PageSkeleton />}>
        <Routes location={location}>
          <Route path={match.record.path} element={pageOf(match.component)} />
        </Routes>
      </Suspense>
    </PageErrorBoundary>
  );
}

function useTitle(title: string | undefined): void {
  const app = useConfig()?.title;
  useEffect(() => {
    if (app !== undefined) document.title = title === undefined ? app : `${title} - ${app}`;
  }, [title, app]);
}
