import { BgColorsOutlined, FontSizeOutlined } from '@ant-design/icons-svg';
import { sizeNames, sizes } from '../../platform/appearance/appearance.ts';
import { schemeNames, schemes } from '../../platform/appearance/scheme.ts';
import { chooseAppearance } from '../../platform/appearance/choose-appearance.ts';
import { useAppearance } from '../../platform/appearance/use-appearance.ts';
import { Glyph } from '../../platform/ui/glyph.tsx';
import { MenuButton } from '../../platform/ui/menu-button.tsx';
import { useChooseSize } from './use-choose-size.ts';

/** 字体大小 (docs/spec.md 4). */
export function SizeMenu() {
  const { size } = useAppearance();
  const choose = useChooseSize();
  const actions = sizes.map((name) => ({
    key: name,
    label: sizeNames[name],
    current: name === size,
    disabled: name === size,
    onClick: () => choose(name),
  }));
  return (
    <MenuButton label="字体大小" actions={actions}>
      <Glyph of={FontSizeOutlined} />
    </MenuButton>
  );
}

/** Light, dark, or as the system has it. */
export function SchemeMenu() {
  const { scheme } = useAppearance();
  const actions = schemes.map((name) => ({
    key: name,
    label: schemeNames[name],
    current: name === scheme,
    onClick: () => chooseAppearance({ scheme: name }),
  }));
  return (
    <MenuButton label="明暗主题" actions={actions}>
      <Glyph of={BgColorsOutlined} />
    </MenuButton>
  );
}
