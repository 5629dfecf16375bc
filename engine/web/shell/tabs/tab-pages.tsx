import { Activity, memo, Suspense, useEffect, type ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { matchRoute } from '../../platform/routing/match-route.ts';
import { lateModules } from '../routing/late-modules.ts';
import { type ShellSlots, useShellSlots } from '../routing/shell-slots.tsx';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { useConfig } from '../../platform/session/use-config.ts';
import { keyOf } from '../../platform/tabs/tab-list.ts';
import { TabScope } from '../../platform/tabs/tab-scope.tsx';
import { partsOf, type Tab } from '../../platform/tabs/tab.ts';
import { useTabs } from '../../platform/tabs/use-tabs.ts';
import { afterwards } from '../../platform/timing/afterwards.ts';
import { PartBoundary } from '../../platform/states/part-boundary.tsx';
import { PageSkeleton } from '../../platform/states/page-skeleton.tsx';
import { RichPages } from '../antd/rich-pages.tsx';
import { useFocusHeading } from './use-focus-heading.ts';
import { useTabScroll } from './use-tab-scroll.ts';

interface Props {
  routes: readonly RouteRecord[];
  active: string | undefined;
  /** True once everything around the pages is rendered. */
  idle: boolean;
}

/** The pages of the tabs: one is visible, the others are kept as they were left. */
export function TabPages({ routes, active, idle }: Props) {
  const { tabs, shown, rounds } = useTabs();
  const slots = useShellSlots();
  const app = useConfig()?.title;
  const shownTab = tabs.find((tab) => keyOf(tab) === active);
  const title = shownTab?.fullTitle ?? shownTab?.title;
  useTabScroll(active);
  useFocusHeading(active);
  useEffect(() => {
    if (idle) void lateModules.fetch();
  }, [idle]);
  useEffect(() => {
    // Without an active tab, the content shown instead sets its own title.
    if (app !== undefined && title !== undefined) document.title = `${title} - ${app}`;
  }, [title, app]);
  // Sorted by key: moving a page in the document would lose its scroll positions and reload its iframes.
  const kept = tabs.filter((tab) => shown.includes(keyOf(tab))).toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  const plain = kept.filter(({ fullPath }) => isPlainPath(slots, routes, fullPath));
  const rich = kept.filter((tab) => !plain.includes(tab));
  const draw = (tab: Tab): ReactNode => {
    const key = keyOf(tab);
    return (
      <Activity key={`${key} ${rounds[key] ?? 0}`} mode={key === active ? 'visible' : 'hidden'}>
        <TabPage routes={routes} tab={key} fullPath={tab.fullPath} title={tab.meta.title} />
      </Activity>
    );
  };
  return (
    <>
      {plain.map(draw)}
      <RichPages shown={rich.some((tab) => keyOf(tab) === active)} idle={idle}>
        {rich.map(draw)}
      </RichPages>
    </>
  );
}

function isPlainPath({ isPlain }: ShellSlots, routes: readonly RouteRecord[], fullPath: string): boolean {
  const match = matchRoute(routes, partsOf(fullPath).pathname);
  return match.kind === 'page' && isPlain(match.component);
}

interface TabPageProps {
  routes: readonly RouteRecord[];
  tab: string;
  fullPath: string;
  title: string;
}

/** A page in its own error boundary, at its own address. Memoised: rendered again only when that changes, not with each navigation. */
const TabPage = memo(function TabPage({ routes, tab, fullPath, title }: TabPageProps) {
  const { pageOf } = useShellSlots();
  const match = matchRoute(routes, partsOf(fullPath).pathname);
  if (match.kind !== 'page') return null;
  return (
    <section id={panelId(tab)} aria-label={title} className="tab-page">
      <TabScope tab={tab} fullPath={fullPath}>
        <PartBoundary what="页面">
          <h1 className="visually-hidden" tabIndex={-1}>
            {title}
          </h1>
          <Suspense fallback={<PageSkeleton />}>
            {/* Before the page, so that the page's own report comes after this one. */}
            <PageThere />
            <Routes>
              <Route caseSensitive path={match.record.path} element={pageOf(match.component)} />
            </Routes>
          </Suspense>
        </PartBoundary>
      </TabScope>
    </section>
  );
});

function PageThere() {
  useEffect(() => afterwards.expect(), []);
  return null;
}

/** The id of the element that holds a tab's page. */
export const panelId = (key: string): string => `page-${encodeURIComponent(key)}`;
