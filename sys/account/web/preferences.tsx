import { Button, Form, Segmented } from 'antd';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { useSyncExternalStore } from 'react';
import { sizeNames, sizes } from '@back-office/web/platform/appearance/appearance.ts';
import { accentNames, accents } from '@back-office/web/platform/appearance/accent.ts';
import { menuPlaceNames, menuPlaces } from '@back-office/web/platform/appearance/menu-place.ts';
import { schemeNames, schemes } from '@back-office/web/platform/appearance/scheme.ts';
import { chooseAppearance } from '@back-office/web/platform/appearance/choose-appearance.ts';
import { useAppearance } from '@back-office/web/platform/appearance/use-appearance.ts';
import { dangerous } from '@back-office/web/platform/feedback/dangerous.ts';
import { useChooseSize } from '@back-office/web/shell/layout/use-choose-size.ts';
import { preferenceStore } from '@back-office/web/platform/preferences/preference-store.ts';

/** The person's preferences, stored with the account and thus the same on every machine. */
export function Preferences() {
  const { modal, message } = useApp();
  const { size, scheme, accent, menu } = useAppearance();
  const chooseSize = useChooseSize();
  const kept = useSyncExternalStore(preferenceStore.subscribe, preferenceStore.all);
  const lists = Object.keys(kept).filter((key) => key.startsWith('columns.') && kept[key] !== undefined && kept[key] !== null);
  const restore = (): void => {
    modal.confirm({
      title: '恢复列表的默认列？',
      content: `${lists.length} 个列表的列会恢复默认的次序、宽度和显示，保存的视图不受影响。`,
      okText: '恢复默认',
      ...dangerous,
      onOk: () => {
        for (const key of lists) preferenceStore.set(key, undefined);
        void message.success('已恢复默认');
      },
    });
  };
  return (
    <Form layout="vertical">
      <p className="profile-note">设置保存在您的账号下，在其他电脑上登录后同样有效。</p>
      <Form.Item label="明暗主题">
        <Segmented
          aria-label="明暗主题"
          value={scheme}
          options={schemes.map((value) => ({ value, label: schemeNames[value] }))}
          onChange={(chosen) => chooseAppearance({ scheme: chosen })}
        />
      </Form.Item>
      <Form.Item label="主题色">
        <Segmented
          aria-label="主题色"
          value={accent}
          options={accents.map((value) => ({ value, label: accentNames[value] }))}
          onChange={(chosen) => chooseAppearance({ accent: chosen })}
        />
      </Form.Item>
      <Form.Item label="菜单位置" extra="窗口较窄时，菜单始终从左侧滑出">
        <Segmented
          aria-label="菜单位置"
          value={menu}
          options={menuPlaces.map((value) => ({ value, label: menuPlaceNames[value] }))}
          onChange={(chosen) => chooseAppearance({ menu: chosen })}
        />
      </Form.Item>
      <Form.Item label="字体大小">
        <Segmented
          aria-label="字体大小"
          value={size}
          options={sizes.map((value) => ({ value, label: sizeNames[value] }))}
          onChange={chooseSize}
        />
      </Form.Item>
      <Form.Item label="列表的列" extra={lists.length === 0 ? '所有列表都是默认的列' : `调整过 ${lists.length} 个列表的列`}>
        <Button disabled={lists.length === 0} onClick={restore}>
          恢复默认
        </Button>
      </Form.Item>
    </Form>
  );
}
