import {
  BulbOutlined,
  ColumnHeightOutlined,
  DesktopOutlined,
  KeyOutlined,
  LockOutlined,
  MoonOutlined,
  PlusOutlined,
  QuestionCircleOutlined,
} from '@ant-design/icons-svg';
import type { IconDefinition } from '@ant-design/icons-svg/es/types';
import { Glyph } from '@back-office/web/platform/ui/glyph.tsx';
import { MenuIcon } from '@back-office/web/shell/menu/menu-icon.tsx';

/** The icons of commands; pages have those of the menu. */
const icons: ReadonlyMap<string | undefined, IconDefinition> = new Map([
  ['add', PlusOutlined],
  ['key', KeyOutlined],
  ['lock', LockOutlined],
  ['keyboard', QuestionCircleOutlined],
  ['system', DesktopOutlined],
  ['light', BulbOutlined],
  ['dark', MoonOutlined],
  ['density', ColumnHeightOutlined],
]);

/** The icon of a palette entry. */
export function PaletteIcon({ name }: { name: string | undefined }) {
  const icon = icons.get(name);
  return icon === undefined ? <MenuIcon name={name} /> : <Glyph of={icon} />;
}
