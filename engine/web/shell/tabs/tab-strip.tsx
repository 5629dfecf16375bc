import { CloseOutlined, DownOutlined, PushpinFilled } from '@ant-design/icons-svg';
import { useRef, useState, type DragEvent, type MouseEvent } from 'react';
import { Link } from 'react-router';
import { Glyph } from '../../platform/ui/glyph.tsx';
import { MenuButton } from '../../platform/menus/menu-button.tsx';
import { PopupMenu } from '../../platform/menus/popup-menu.tsx';
import type { PopupPlace } from '../../platform/menus/popup.tsx';
import { keyOf, type TabList } from '../../platform/tabs/tab-list.ts';
import { isPinned, distinctTitle, type Tab } from '../../platform/tabs/tab.ts';
import { tabsStore } from '../../platform/tabs/tabs-store.ts';
import { useDirtyTabs, useTabs } from '../../platform/tabs/use-tabs.ts';
import { MenuIcon } from '../menu/menu-icon.tsx';
import { tabMenu } from './tab-menu.ts';
import { panelId } from './tab-pages.tsx';
import { useShortcut } from '../../platform/keyboard/shortcuts.ts';
import { useActiveInView } from './use-active-in-view.ts';
import { useTabActions, type TabActions } from './use-tab-actions.tsx';
import { useTabKeys } from './use-tab-keys.ts';
import './tabs.css';

/** The tabs of visited pages. Scrolls if there are many. */
export function TabStrip() {
  const list = useTabs();
  const actions = useTabActions();
  const isDirty = useDirtyTabs();
  const strip = useRef<HTMLDivElement>(null);
  const onKeyDown = useTabKeys(strip, actions);
  const lookElsewhere = useActiveInView(strip);
  useShortcut({ keys: ['← →'], title: '走到旁边的标签', where: '标签页' });
  useShortcut({ keys: ['Shift', '← →'], title: '移动标签', where: '标签页' });
  useShortcut({ keys: ['Delete'], title: '关闭标签', where: '标签页' });
  const { tabs, active } = list;
  const current = active ?? '';

  const [menu, setMenu] = useState<{ key: string; place: PopupPlace; from: HTMLElement }>();

  return (
    <nav className="tabs" aria-label="标签页">
      <div
        ref={strip}
        role="tablist"
        aria-label="已打开的页面"
        className="tabs-strip"
        onKeyDown={onKeyDown}
        onKeyDownCapture={lookElsewhere}
        onWheel={lookElsewhere}
        onTouchMove={lookElsewhere}
        tabIndex={-1}
      >
        {tabs.map((tab) => (
          <TabItem
            key={keyOf(tab)}
            tab={tab}
            list={list}
            actions={actions}
            dirty={isDirty(keyOf(tab))}
            onMenu={(place, from) => setMenu({ key: keyOf(tab), place, from })}
          />
        ))}
      </div>
      {menu !== undefined && (
        <PopupMenu
          // A click elsewhere opens the menu at a new position.
          key={`${menu.key} ${'x' in menu.place ? `${menu.place.x} ${menu.place.y}` : 'below'}`}
          actions={tabMenu(list, menu.key, actions)}
          label="标签页操作"
          place={menu.place}
          onClose={(focus) => {
            setMenu(undefined);
            if (focus) menu.from.focus();
          }}
        />
      )}
      <MenuButton label="标签页操作" actions={tabMenu(list, current, actions)} className="bar-button tabs-more">
        <Glyph of={DownOutlined} />
      </MenuButton>
    </nav>
  );
}

interface TabItemProps {
  tab: Tab;
  list: TabList;
  actions: TabActions;
  dirty: boolean;
  /** Opens the tab's menu at this position. */
  onMenu: (place: PopupPlace, from: HTMLElement) => void;
}

const dragged = 'application/x-back-office-tab';

/** A tab: a link, so that it can be copied and opened in a window; the middle button closes it. */
function TabItem({ tab, list, actions, dirty, onMenu }: TabItemProps) {
  const key = keyOf(tab);
  const { active, shown } = list;
  const [isDragOver, setDragOver] = useState(false);
  const pinned = isPinned(tab);
  const title = distinctTitle(list.tabs, tab);
  const fixed = tab.meta.affix === true;
  const close = (event: MouseEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    actions.close([key]);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setDragOver(false);
    tabsStore.move(event.dataTransfer.getData(dragged), key);
  };
  const openMenu = (event: MouseEvent<HTMLElement>): void => {
    event.preventDefault();
    const { clientX: x, clientY: y, currentTarget: from } = event;
    // The menu key has no pointer position.
    onMenu(event.button === 2 ? { x, y } : { below: from }, from);
  };
  // On an error page no tab is active; then the first one is the tab stop.
  const isTabStop = active === undefined ? list.tabs[0] === tab : active === key;
  return (
    <Link
      to={tab.fullPath}
      role="tab"
      className="tabs-tab"
      data-key={key}
      data-over={isDragOver}
      aria-selected={active === key}
      aria-label={dirty ? `${title}，未保存` : title}
      aria-keyshortcuts={fixed ? undefined : `${pinned ? '' : 'Delete '}Shift+ArrowLeft Shift+ArrowRight`}
      {...(shown.includes(key) ? { 'aria-controls': panelId(key) } : {})}
      tabIndex={isTabStop ? 0 : -1}
      title={tab.fullTitle ?? title}
      draggable={!fixed}
      onDragStart={(event) => event.dataTransfer.setData(dragged, key)}
      onDragOver={(event) => {
        if (fixed || !event.dataTransfer.types.includes(dragged)) return;
        event.preventDefault();
        setDragOver(true);
      }}
      onDragLeave={() => setDragOver(false)}
      onDrop={drop}
      onContextMenu={openMenu}
      // In some browsers the middle button starts scrolling before it clicks.
      onMouseDown={(event) => event.button === 1 && event.preventDefault()}
      onAuxClick={(event) => event.button === 1 && close(event)}
    >
      {pinned && !fixed ? (
        <Glyph of={PushpinFilled} />
      ) : (
        <span className="tabs-icon">
          <MenuIcon name={tab.icon} />
        </span>
      )}
      <span className="tabs-title">{title}</span>
      {dirty && <span className="tabs-dirty" aria-hidden="true" />}
      {!pinned && (
        <span className="tabs-close" aria-hidden="true" title="关闭" onClick={close}>
          <Glyph of={CloseOutlined} />
        </span>
      )}
    </Link>
  );
}
