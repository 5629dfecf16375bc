import { Suspense, useEffect, useEffectEvent, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { BackToTop } from './back-to-top.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { Sidebar } from './sidebar.tsx';
import { TabStrip } from '../tabs/tab-strip.tsx';
import { useAppearance } from '../../platform/appearance/use-appearance.ts';
import { lazyPart } from '../../platform/timing/lazy-part.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { lateModules } from '../routing/late-modules.ts';
import { TopBar } from './top-bar.tsx';
import { useSidebar } from './use-sidebar.ts';
import { VersionBanner } from './version-banner.tsx';
import './shell.css';

interface Props {
  routes: RouteRecord[];
  /** False until the page is rendered, which comes before the menu. */
  whole: boolean;
  children: ReactNode;
}

const TopMenu = lazyPart(async () => (await import('../menu/top-menu.tsx')).TopMenu);
const FailedModules = lazyPart(async () => (await import('./failed-modules.tsx')).FailedModules);
const PreviewBar = lazyPart(async () => (await import('../session/preview-bar.tsx')).PreviewBar);

/** Sidebar or top menu, top bar, tabs and content. On a narrow screen the sidebar is a drawer over the content. */
export function AppFrame({ routes, whole, children }: Props) {
  const { pathname } = useLocation();
  const side = useRef<HTMLElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const { mobile, open, still, toggle, close } = useSidebar();
  const { preview } = useSession();
  const failed = useSyncExternalStore(lateModules.subscribe, lateModules.get)?.failed.length;
  const hasTopMenu = useAppearance().menu === 'top' && !mobile;
  const drawer = mobile && open;

  useEffect(() => {
    if (mobile) close();
  }, [pathname, mobile, close]);
  const dismiss = (): void => {
    // Its button can be focused once the content is no longer inert.
    flushSync(close);
    opener.current?.focus();
  };
  const onEscape = useEffectEvent(dismiss);
  useEffect(() => {
    if (!drawer) return;
    side.current?.querySelector<HTMLElement>('.shell-menu a, .shell-menu button')?.focus({ preventScroll: true });
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') onEscape();
    };
    // Also of the current page, which changes no address; a page may change its own at any time.
    const onClick = ({ target }: MouseEvent): void => {
      if (target instanceof Element && target.closest('.shell-side a') !== null) close();
    };
    addEventListener('keydown', onKey);
    addEventListener('click', onClick);
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('click', onClick);
    };
  }, [drawer, close]);

  return (
    <div className="shell" data-mobile={mobile} data-open={open} data-still={still} data-across={hasTopMenu}>
      <ProgressBar whole={whole} />
      <a className="shell-skip" href="#content">
        跳到内容
      </a>
      {!hasTopMenu && (
        <aside ref={side} className="shell-side" inert={mobile && !open}>
          <Sidebar routes={routes} collapsed={!mobile && !open} whole={whole} onOpen={toggle} onFound={close} />
        </aside>
      )}
      {drawer && <button type="button" className="shell-backdrop" aria-label="关闭菜单" onClick={dismiss} />}
      <div className="shell-main" inert={drawer}>
        <div className="shell-head">
          {preview !== null && (
            <Suspense>
              <PreviewBar />
            </Suspense>
          )}
          <TopBar routes={routes} open={open} opener={opener} onToggle={hasTopMenu ? undefined : toggle} />
          {hasTopMenu && (
            <Suspense fallback={<div className="top-menu" />}>
              {whole ? <TopMenu routes={routes} /> : <div className="top-menu" />}
            </Suspense>
          )}
          <TabStrip />
        </div>
        <VersionBanner />
        {failed !== undefined && failed > 0 && (
          <Suspense>
            <FailedModules />
          </Suspense>
        )}
        <main id="content" className="shell-content" tabIndex={-1}>
          {children}
        </main>
        <BackToTop />
      </div>
    </div>
  );
}
