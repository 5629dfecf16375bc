import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Link } from 'react-router';
import type { RouteRecord } from '../session/route-record.ts';
import { useSession } from '../session/use-session.ts';
import { SchemeMenu, SizeMenu } from './appearance-menus.tsx';
import { Crumbs } from './crumbs.tsx';
import { FullscreenButton } from './fullscreen-button.tsx';
import { UserMenu } from './user-menu.tsx';

interface Props {
  routes: RouteRecord[];
  open: boolean;
  onToggle: () => void;
}

/** Hamburger, breadcrumb, full screen, size, light and dark, the person's name and menu. */
export function TopBar({ routes, open, onToggle }: Props) {
  const { userName } = useSession();
  const label = open ? '收起菜单' : '展开菜单';
  return (
    <header className="shell-top">
      <Button
        type="text"
        aria-label={label}
        aria-expanded={open}
        title={label}
        icon={open ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
        onClick={onToggle}
      />
      <Crumbs routes={routes} />
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
