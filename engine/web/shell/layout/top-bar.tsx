import { MenuFoldOutlined, MenuUnfoldOutlined, WarningFilled } from '@ant-design/icons-svg';
import { memo, Suspense, type RefObject } from 'react';
import { Link } from 'react-router';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { useShellSlots } from '../routing/shell-slots.tsx';
import { BarButton } from '../../platform/ui/bar-button.tsx';
import { lazyPart } from '../../platform/timing/lazy-part.ts';
import { type Failure, PartBoundary } from '../../platform/states/part-boundary.tsx';
import { useSession } from '../../platform/session/use-session.ts';
import { SchemeMenu, SizeMenu } from './appearance-menus.tsx';
import { Brand } from './brand.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { PrintButton } from '../print/print-button.tsx';
import { ConnectionDot } from './connection-dot.tsx';
import { FullscreenButton } from './fullscreen-button.tsx';
import { UserMenu } from './user-menu.tsx';

const PrintDialog = lazyPart(async () => (await import('../print/print-dialog.tsx')).PrintDialog);

interface Props {
  routes: RouteRecord[];
  open: boolean;
  /** Refers to the button of the sidebar. */
  opener?: RefObject<HTMLButtonElement | null>;
  /** Opens and closes the sidebar; absent with the top menu. */
  onToggle?: (() => void) | undefined;
}

/** Hamburger button, breadcrumb, connection state, the features' items, full screen, size, colour scheme, and the person's name with their menu. */
export const TopBar = memo(function TopBar({ routes, open, opener, onToggle }: Props) {
  const { topBar } = useShellSlots();
  const { userName } = useSession();
  const label = open ? '收起菜单' : '展开菜单';
  return (
    <header className="shell-top">
      {onToggle === undefined ? (
        <Brand />
      ) : (
        <BarButton ref={opener} icon={open ? MenuFoldOutlined : MenuUnfoldOutlined} label={label} aria-expanded={open} onClick={onToggle} />
      )}
      <Breadcrumb routes={routes} />
      <ConnectionDot />
      {topBar.map(({ title, Item }) => (
        <PartBoundary key={title} what="按钮" name={title} Failed={ItemFailed}>
          <Suspense>
            <Item routes={routes} />
          </Suspense>
        </PartBoundary>
      ))}
      <PrintButton Dialog={PrintDialog} />
      <FullscreenButton />
      <SizeMenu />
      <SchemeMenu />
      <Link className="shell-user" to="/profile">
        {userName}
      </Link>
      <UserMenu />
    </header>
  );
});

/** In place of an item that failed to render. */
const ItemFailed = ({ title, retry }: Failure) => <BarButton icon={WarningFilled} label={`${title}，重试`} onClick={retry} />;
