import { useEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import type { RouteRecord } from '../session/route-record.ts';
import { BackToTop } from './back-to-top.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { Sidebar } from './sidebar.tsx';
import { TabStrip } from './tab-strip.tsx';
import { TopBar } from './top-bar.tsx';
import { useSidebar } from './use-sidebar.ts';
import './shell.css';

/** Sidebar, top bar, tabs and content. On a narrow screen the sidebar is a drawer over the content. */
export function AppFrame({ routes, children }: { routes: RouteRecord[]; children: ReactNode }) {
  const { pathname } = useLocation();
  const { mobile, open, still, toggle, close } = useSidebar();
  const drawer = mobile && open;

  useEffect(() => {
    if (mobile) close();
  }, [pathname, mobile, close]);
  useEffect(() => {
    if (!drawer) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') close();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [drawer, close]);

  return (
    <div className="shell" data-mobile={mobile} data-open={open} data-still={still}>
      <ProgressBar />
      <a className="shell-skip" href="#content">
        跳到内容
      </a>
      <aside className="shell-side" inert={mobile && !open}>
        <Sidebar routes={routes} collapsed={!mobile && !open} onOpen={toggle} />
      </aside>
      {drawer && <button type="button" className="shell-backdrop" aria-label="关闭菜单" onClick={close} />}
      <div className="shell-main" inert={drawer}>
        <div className="shell-head">
          <TopBar routes={routes} open={open} onToggle={toggle} />
          <TabStrip />
        </div>
        <main id="content" className="shell-content" tabIndex={-1}>
          {children}
        </main>
        <BackToTop />
      </div>
    </div>
  );
}
