import { Menu } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import logo from '../logo.svg';
import { matchRoute } from '../routing/match-route.ts';
import { isExternalLink } from '../routing/external-link.ts';
import { homePath } from '../routing/safe-redirect.ts';
import type { RouteRecord } from '../session/route-record.ts';
import { useConfig } from '../session/use-config.ts';
import { menuItems } from './menu-items.tsx';

/** Logo, title and the menu; the entry of the current page, or the one that it names, is highlighted. */
export function Sidebar({ routes, collapsed }: { routes: RouteRecord[]; collapsed: boolean }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const title = useConfig()?.title ?? '';
  const items = useMemo(() => menuItems(routes), [routes]);
  const match = matchRoute(routes, pathname);
  const trail = match.kind === 'page' || match.kind === 'broken' ? match.trail : [];
  const selected = trail.at(-1)?.meta.activeMenu ?? trail.at(-1)?.path ?? '';
  const above = trail.map(({ path }) => path).join(' ');
  const [openKeys, setOpenKeys] = useState<string[]>([]);

  // Opens the groups above the current page and leaves the others as the person has them.
  useEffect(() => {
    setOpenKeys((open) => [...new Set([...open, ...above.split(' ')])]);
  }, [above]);

  return (
    <>
      <Link to={homePath} className="shell-brand" title={title}>
        <img src={logo} alt="" width="30" height="30" />
        <span hidden={collapsed}>{title}</span>
      </Link>
      <nav className="shell-menu" aria-label="主菜单">
        <Menu
          mode="inline"
          inlineCollapsed={collapsed}
          items={items}
          selectedKeys={[selected]}
          {...(collapsed ? {} : { openKeys, onOpenChange: setOpenKeys })}
          // A press of the mouse is the link's own; the keyboard acts on the entry around it.
          onClick={({ key, domEvent }) => {
            if (domEvent.type === 'click') return;
            if (domEvent.currentTarget.querySelector('a')?.target === '_blank') window.open(key, '_blank', isExternalLink(key) ? 'noopener,noreferrer' : '');
            else void navigate(key);
          }}
        />
      </nav>
    </>
  );
}
