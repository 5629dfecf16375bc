import {
  CloseCircleOutlined,
  CloseOutlined,
  ColumnWidthOutlined,
  PushpinFilled,
  PushpinOutlined,
  ReloadOutlined,
  VerticalLeftOutlined,
} from '@ant-design/icons-svg';
import type { MenuAction } from '../../platform/menus/popup-menu.tsx';
import { keyOf, type TabList } from '../../platform/tabs/tab-list.ts';
import { isPinned } from '../../platform/tabs/tab.ts';
import { tabsStore } from '../../platform/tabs/tabs-store.ts';
import type { TabActions } from './use-tab-actions.tsx';

/** 刷新, 关闭, 关闭其他, 关闭右侧 and 关闭全部 for one tab (docs/spec.md 2.3). */
export function tabMenu({ tabs }: TabList, key: string, { refresh, close }: TabActions): MenuAction[] {
  const place = tabs.findIndex((tab) => keyOf(tab) === key);
  const closable = tabs.filter((tab) => !isPinned(tab)).map(keyOf);
  const tab = tabs[place];
  const right = tabs
    .slice(place + 1)
    .map(keyOf)
    .filter((other) => closable.includes(other));
  const others = closable.filter((other) => other !== key);
  return [
    { key: 'refresh', icon: ReloadOutlined, label: '刷新', disabled: place < 0, onClick: () => refresh(key) },
    ...(tab === undefined || tab.meta.affix === true
      ? []
      : [
          {
            key: 'pin',
            icon: isPinned(tab) ? PushpinFilled : PushpinOutlined,
            label: isPinned(tab) ? '取消固定' : '固定标签',
            onClick: () => tabsStore.pin(key, !isPinned(tab)),
          },
        ]),
    { key: 'close', icon: CloseOutlined, label: '关闭', disabled: !closable.includes(key), onClick: () => close([key]) },
    {
      key: 'others',
      icon: ColumnWidthOutlined,
      label: '关闭其他',
      disabled: others.length === 0,
      onClick: () => close(others, key),
    },
    {
      key: 'right',
      icon: VerticalLeftOutlined,
      label: '关闭右侧',
      disabled: right.length === 0,
      onClick: () => close(right, key),
    },
    {
      key: 'all',
      icon: CloseCircleOutlined,
      label: '关闭全部',
      disabled: closable.length === 0,
      onClick: () => close(closable),
    },
  ];
}
