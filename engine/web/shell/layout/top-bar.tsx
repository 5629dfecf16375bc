import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons-svg';
import { Link } from 'react-router';
import { FindButton } from '@back-office/sys/search/web/find-button.tsx';
import type { RouteRecord } from '../../platform/routing/route-record.ts';
import { Bell } from '@back-office/sys/notices/web/bell.tsx';
import { BarButton } from '../../platform/ui/bar-button.tsx';
import { useSession } from '../../platform/session/use-session.ts';
import { SchemeMenu, SizeMenu } from './appearance-menus.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { FullscreenButton } from './fullscreen-button.tsx';
import { UserMenu } from './user-menu.tsx';

interface Props {
  routes: RouteRecord[];
  open: boolean;
  onToggle: () => void;
}

/** Hamburger, breadcrumb, the search for anything, full screen, size, light and dark, the person's name and menu. */
export function TopBar({ routes, open, onToggle }: Props) {
  const { userName } = useSession();
  const label = open ? '收起菜单' : '展开菜单';
  return (
    <header className="shell-top">
      <BarButton icon={open ? MenuFoldOutlined : MenuUnfoldOutlined} label={label} aria-expanded={open} onClick={onToggle} />
      <Breadcrumb routes={routes} />
      <FindButton routes={routes} />
      <Bell />
      <FullscreenButton />
      <SizeMenu />
      <SchemeMenu />
      <Link className="shell-user" to="/profile">
        {userName}
      </Link>
      <UserMenu />
    </header>
  );
}
