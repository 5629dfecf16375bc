import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { Navigate, useLocation, useNavigate, useNavigationType, type Location } from 'react-router';
import { MisconfiguredPage } from '../error/misconfigured-page.tsx';
import { ErrorPage } from '../../platform/states/error-page.tsx';
import { guard } from '../routing/guard.ts';
import { lateModules } from '../routing/late-modules.ts';
import { pageQueryOptions } from '../../crud/fields/read-page.ts';
import { firstListQuery } from '../../platform/session/first-list-query.ts';
import { preferenceStore } from '../../platform/preferences/preference-store.ts';
import { matchRoute } from '../../platform/routing/match-route.ts';
import { isErrorPath } from '../../platform/routing/paths.ts';
import { homePath, safeRedirect } from '../../platform/routing/safe-redirect.ts';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { replacedTabKey } from '../../platform/tabs/tab-scope.tsx';
import { tabKey } from '../../platform/tabs/tab.ts';
import { tabsStore } from '../../platform/tabs/tabs-store.ts';
import { useTabs } from '../../platform/tabs/use-tabs.ts';
import { AppFrame } from '../layout/app-frame.tsx';
import { PageSkeleton } from '../../platform/states/page-skeleton.tsx';
import { LoadFailed } from '../../platform/states/load-failed.tsx';
import { RichPages } from '../antd/rich-pages.tsx';
import { ShellOutline } from './shell-outline.tsx';
import { TabPages } from '../tabs/tab-pages.tsx';
import { useLoadedRoutes } from './use-loaded-routes.ts';
import { useStagedMount } from '../../platform/timing/use-staged-mount.ts';

/** The only route: guards the path, loads the routes, and shows the path's page in the frame. */
export function ShellRoute() {
  const queries = useQueryClient();
  // Preferences are needed by every page, the first query by lists: both are fetched in parallel with the code.
  useState(() => {
    void preferenceStore.load();
    const first = firstListQuery.claim();
    if (first !== undefined) void queries.prefetchQuery({ ...pageQueryOptions(first.name, first.query), meta: { quiet: true } });
  });
  const { routes, error, retry } = useLoadedRoutes();
  if (routes !== null) return <Frame routes={routes} />;
  return (
    <>
      {error === undefined ? <ShellOutline /> : <LoadFailed error={error} onRetry={retry} />}
      {/* For dialogs before any page, such as for a one-time password if the server provides the menu. */}
      <RichPages shown={false} idle={false}>
        {null}
      </RichPages>
    </>
  );
}

/** The pages are always at the same place in the component tree, so that an error page or a redirect unmounts none of them. */
function Frame({ routes }: { routes: RouteRecord[] }) {
  const location = useLocation();
  const isWhole = useSyncExternalStore(lateModules.subscribe, lateModules.get) !== undefined;
  const substitute = useSubstitute(routes, location, isWhole);
  const key = useArrival(routes, location, { isPage: substitute === null, isWhole });
  const stage = useStagedMount(3);
  return (
    <AppFrame routes={routes} whole={stage > 1}>
      {stage > 0 && <TabPages routes={routes} active={key} idle={stage > 2} />}
      {substitute}
    </AppFrame>
  );
}

/** Applies the navigation to the tabs; returns the key of the active tab. */
function useArrival(
  routes: RouteRecord[],
  { key: entry, pathname, search, hash, state }: Location,
  { isPage, isWhole }: { isPage: boolean; isWhole: boolean },
): string | undefined {
  const list = useTabs();
  const navigate = useNavigate();
  const back = useNavigationType() === 'POP';
  const fullPath = pathname + search + hash;
  // The router uses the same key for all history entries that it did not create: the first one, and those of links within a page.
  const at = `${entry} ${fullPath}`;
  const next = useMemo(
    () =>
      tabsStore.computeNext(
        routes,
        isPage ? { at, fullPath, back, replaces: back ? undefined : replacedTabKey(state) } : undefined,
        isWhole,
      ),
    // oxlint-disable-next-line react/exhaustive-deps -- the open tabs are read from the store itself
    [routes, at, fullPath, isPage, isWhole, back, state, list],
  );
  const key = isPage ? tabKey(fullPath) : undefined;
  const resumed = next.tabs.find((tab) => tabKey(tab.fullPath) === key)?.fullPath;
  useLayoutEffect(() => {
    tabsStore.apply(next);
  }, [next]);
  useLayoutEffect(() => {
    if (resumed !== undefined && resumed !== fullPath) void navigate(resumed, { replace: true });
    // oxlint-disable-next-line react/exhaustive-deps -- only an arrival resumes
  }, [at]);
  return key;
}

/** Like `substituteOf`; but if the visible page is no longer allowed, an error in its place says so. */
function useSubstitute(routes: RouteRecord[], location: Location, isWhole: boolean): ReactNode {
  const [shownPath, setShownPath] = useState<string>();
  const substitute = substituteOf(routes, location, isWhole);
  if (substitute === null && shownPath !== location.pathname) setShownPath(location.pathname);
  return substitute !== null && isWhole && routes.length > 0 && shownPath === location.pathname ? (
    <ShellError status="withdrawn" />
  ) : (
    substitute
  );
}

const refresh = '/redirect/';

/** The content instead of a page; null if the path has a page. */
function substituteOf(routes: RouteRecord[], { pathname, search, hash }: Location, isWhole: boolean): ReactNode {
  const allowed = guard({ pathname, search, hash }, true);
  if (allowed !== pathname + search + hash) return <Navigate to={allowed} replace />;
  if (isErrorPath(pathname)) return <ShellError status={pathname.slice('/error/'.length)} />;
  if (routes.length === 0) return <Navigate to="/error/40003" replace />;
  if (pathname.startsWith(refresh)) return <Refresh to={safeRedirect(pathname.slice(refresh.length - 1) + search + hash)} />;
  const match = matchRoute(routes, pathname);
  if (match.kind === 'redirect') return <Navigate to={match.to} replace />;
  if (match.kind === 'respelt') return <Navigate to={match.to + search + hash} replace />;
  if (match.kind === 'broken' && isWhole) return <MisconfiguredPage reason={`“${match.record.meta.title}”下没有可以打开的页面。`} />;
  if (match.kind === 'page') return null;
  return isWhole ? <Navigate to="/error/404" replace /> : <AwaitModules />;
}

/** In place of a page that may belong to a company's modules, which load after the shell. */
function AwaitModules() {
  useEffect(() => void lateModules.fetch(), []);
  return <PageSkeleton />;
}

/** Remounts a page on the way to it. */
function Refresh({ to }: { to: string }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  // After the frame's layout effect, which records that no tab is active and would undo the renewal.
  useEffect(() => {
    // Refetches recent data too, which would count as fresh on merely returning to the page.
    void queries.invalidateQueries({ type: 'inactive', refetchType: 'none' });
    tabsStore.renew([tabKey(to)]);
    void navigate(to, { replace: true });
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, [to]);
  return null;
}

function ShellError({ status }: { status: string }) {
  const navigate = useNavigate();
  return <ErrorPage status={status} onHome={() => void navigate(homePath)} />;
}
