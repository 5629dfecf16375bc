import { BgColorsOutlined, FontSizeOutlined } from '@ant-design/icons';
import { App, Button, Dropdown } from 'antd';
import { useLocation, useNavigate } from 'react-router';
import { appearance, schemes, sizes, type Scheme } from '../appearance/appearance.ts';
import { useAppearance } from '../appearance/use-appearance.ts';
import { keyOf } from '../tabs/tab-list.ts';
import { tabsStore } from '../tabs/tabs-store.ts';
import { useAskDirty } from './use-tab-actions.tsx';

/** 字体大小: another size makes every kept page anew, and the one that is shown by way of /redirect (spec.md 4). */
export function SizeMenu() {
  const { size } = useAppearance();
  const { message } = App.useApp();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const ask = useAskDirty();
  const choose = (key: string): void => {
    const chosen = sizes.find((other) => other === key);
    if (chosen === undefined || chosen === size) return;
    const all = tabsStore.get().tabs.map(keyOf);
    ask(all, { title: '切换字体大小会丢失未保存的内容', okText: '放弃并切换' }, () => {
      appearance.change({ size: chosen });
      tabsStore.renew(all);
      void navigate(`/redirect${pathname}${search}${hash}`, { replace: true });
      void message.success('切换字体成功');
    });
  };
  const items = sizes.map((name) => ({ key: name, label: name, disabled: name === size }));
  return (
    <Dropdown
      menu={{ items, selectable: true, selectedKeys: [size], onClick: ({ key }) => choose(key) }}
      trigger={['click']}
      placement="bottomRight"
      autoFocus
    >
      <Button type="text" icon={<FontSizeOutlined />} aria-label="字体大小" title="字体大小" aria-haspopup="menu" />
    </Dropdown>
  );
}

const schemeNames: Record<Scheme, string> = { system: '跟随系统', light: '浅色', dark: '深色' };

/** Light, dark, or as the system has it. */
export function SchemeMenu() {
  const { scheme } = useAppearance();
  const choose = (key: string): void => {
    const chosen = schemes.find((other) => other === key);
    if (chosen !== undefined) appearance.change({ scheme: chosen });
  };
  const items = schemes.map((name) => ({ key: name, label: schemeNames[name] }));
  return (
    <Dropdown
      menu={{ items, selectable: true, selectedKeys: [scheme], onClick: ({ key }) => choose(key) }}
      trigger={['click']}
      placement="bottomRight"
      autoFocus
    >
      <Button type="text" icon={<BgColorsOutlined />} aria-label="明暗主题" title="明暗主题" aria-haspopup="menu" />
    </Dropdown>
  );
}
