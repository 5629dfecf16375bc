import { BgColorsOutlined, FontSizeOutlined } from '@ant-design/icons-svg';
import { sizeNames, sizes } from '../../platform/appearance/appearance.ts';
import type { MenuAction } from '../../platform/menus/popup-menu.tsx';
import { accentNames, accents } from '../../platform/appearance/accent.ts';
import { menuPlaceNames, menuPlaces } from '../../platform/appearance/menu-place.ts';
import { useMedia } from '../../platform/appearance/use-media.ts';
import { schemeNames, schemes } from '../../platform/appearance/scheme.ts';
import { chooseAppearance } from '../../platform/appearance/choose-appearance.ts';
import { useAppearance } from '../../platform/appearance/use-appearance.ts';
import { Glyph } from '../../platform/ui/glyph.tsx';
import { MenuButton } from '../../platform/menus/menu-button.tsx';
import { useChooseSize } from './use-choose-size.ts';

/** 字体大小 (docs/spec.md 4). */
export function SizeMenu() {
  const { size } = useAppearance();
  const choose = useChooseSize();
  const actions = sizes.map((name) => ({
    key: name,
    label: sizeNames[name],
    current: name === size,
    onClick: () => choose(name),
  }));
  return (
    <MenuButton label="字体大小" actions={actions}>
      <Glyph of={FontSizeOutlined} />
    </MenuButton>
  );
}

/** The colour scheme: light, dark or the system's; the accent colour; and, if there is room for it, the position of the menu. */
export function SchemeMenu() {
  const { scheme, accent, menu } = useAppearance();
  const roomy = useMedia('(width >= 992px)');
  const actions: MenuAction[] = [
    ...schemes.map((name) => ({
      key: name,
      label: schemeNames[name],
      current: name === scheme,
      onClick: () => chooseAppearance({ scheme: name }),
    })),
    ...accents.map((name, at) => ({
      key: name,
      label: accentNames[name],
      current: name === accent,
      apart: at === 0,
      onClick: () => chooseAppearance({ accent: name }),
    })),
    ...(roomy ? menuPlaces : []).map((name, at) => ({
      key: name,
      label: menuPlaceNames[name],
      current: name === menu,
      apart: at === 0,
      onClick: () => chooseAppearance({ menu: name }),
    })),
  ];
  return (
    <MenuButton label="外观" actions={actions}>
      <Glyph of={BgColorsOutlined} />
    </MenuButton>
  );
}
