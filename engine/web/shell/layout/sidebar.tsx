import { SearchOutlined } from '@ant-design/icons-svg';
import { memo, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { matches } from '../../platform/ui/matches.ts';
import { usePinyin } from '../../platform/ui/use-pinyin.ts';
import { BarButton } from '../../platform/ui/bar-button.tsx';
import { isExternalLink } from '../../platform/routing/is-external-link.ts';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { Brand } from './brand.tsx';
import { firstEntry, matchingRoutes } from '../menu/matching-routes.ts';
import { groupKeys, menuNodes } from '../menu/menu-nodes.ts';
import { MenuSearch } from '../menu/menu-search.tsx';
import { SideMenu } from '../menu/side-menu.tsx';
import { useShownEntry } from '../menu/use-shown-entry.ts';

interface Props {
  routes: RouteRecord[];
  collapsed: boolean;
  /** Whether to render the menu, which is rendered last. */
  whole: boolean;
  onOpen: () => void;
  /** Called when the search has opened an entry, which may be the current page. */
  onFound: () => void;
}

/** Logo, title and the menu; the entry of the current page, or the one it refers to, is highlighted. */
export const Sidebar = memo(function Sidebar({ routes, collapsed, whole, onOpen, onFound }: Props) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  usePinyin();
  const searching = typed.trim() !== '' && !collapsed;
  const shown = searching ? matchingRoutes(routes, (name) => matches(name, typed)) : routes;
  const nodes = menuNodes(shown);
  const { selected, above } = useShownEntry(routes);
  const [openKeys, setOpenKeys] = useState<string[]>([]);

  // Opens the groups above the current page, and leaves the others as they are.
  useEffect(() => {
    setOpenKeys((open) => [...new Set([...open, ...above.split(' ')])]);
  }, [above]);

  const enter = (): void => {
    const first = firstEntry(shown);
    if (!searching || first === undefined || isExternalLink(first.path)) return;
    setTyped('');
    void navigate(first.path);
    onFound();
  };
  return (
    <>
      <Brand bare={collapsed} />
      {collapsed ? (
        <BarButton className="shell-search-button" icon={SearchOutlined} label="搜索菜单" onClick={onOpen} />
      ) : (
        <MenuSearch value={typed} onChange={setTyped} onEnter={enter} />
      )}
      <nav className="shell-menu" aria-label="主菜单">
        {whole && (
          <SideMenu
            nodes={nodes}
            collapsed={collapsed}
            selected={selected}
            openKeys={searching ? groupKeys(nodes) : openKeys}
            onOpenChange={searching ? () => undefined : setOpenKeys}
          />
        )}
        {searching && shown.length === 0 && (
          <p className="shell-none" role="status">
            没有符合的菜单
          </p>
        )}
      </nav>
    </>
  );
});
