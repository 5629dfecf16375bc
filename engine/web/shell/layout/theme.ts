import { theme, type ThemeConfig } from 'antd';
import type { Size } from '../../platform/appearance/appearance.ts';

/** Text of links and grounds under white text: #1890ff itself has too little contrast there (WCAG AA). */
const fill = { colorPrimary: '#0a6ed1', colorPrimaryHover: '#0b5fb3', colorPrimaryActive: '#094f96' };

/** The spec's four sizes as antd's sizes of controls and of text, in pixels. */
export const controlSize = { default: 'large', medium: 'medium', small: 'small', mini: 'small' } as const satisfies Record<Size, string>;
const fontSize: Record<Size, number> = { default: 16, medium: 14, small: 13, mini: 12 };

/** antd's tokens, light or dark; the colours are those of base.css. `still` for who wants nothing to move: antd waits for ends of motions that never begin. */
export function themeOf(dark: boolean, size: Size, still: boolean): ThemeConfig {
  const strong = dark ? '#4aa8ff' : '#0a6ed1';
  const link = { colorLink: strong, colorLinkHover: dark ? '#7cc0ff' : '#0b5fb3', colorLinkActive: dark ? '#7cc0ff' : '#094f96' };
  return {
    algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: '#1890ff',
      colorError: dark ? '#ff7875' : '#cf2a25',
      ...link,
      // Of what has the focus: antd's own can hardly be seen (WCAG 2, 1.4.11).
      colorPrimaryBorder: strong,
      colorTextPlaceholder: dark ? '#9099a6' : '#667080',
      colorTextTertiary: dark ? '#9099a6' : '#667080',
      colorTextDescription: dark ? '#a3acb9' : '#586273',
      ...(dark
        ? { colorBgBase: '#0f1115', colorBgContainer: '#17191e', colorBgElevated: '#1e2127', colorBgLayout: '#0f1115' }
        : { colorBgLayout: '#f3f6fa' }),
      fontSize: fontSize[size],
      motion: !still,
      borderRadius: 6,
      fontFamily:
        "system-ui, -apple-system, 'Segoe UI', 'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif",
    },
    components: {
      Button: { ...fill, ...(dark ? { dangerColor: '#2a0b0a' } : {}), primaryShadow: 'none', dangerShadow: 'none', defaultShadow: 'none' },
      Menu: {
        itemSelectedColor: strong,
        subMenuItemSelectedColor: strong,
        horizontalItemSelectedColor: strong,
        itemSelectedBg: dark ? '#11263c' : '#e8f4ff',
        itemBg: 'transparent',
        subMenuItemBg: 'transparent',
        activeBarBorderWidth: 0,
        collapsedWidth: 54,
      },
      // antd's own grounds of a ticked row leave its links too little contrast.
      Table: { rowSelectedBg: dark ? '#11263c' : '#e8f4ff', rowSelectedHoverBg: dark ? '#11263c' : '#e8f4ff' },
      Pagination: { itemActiveColor: strong, itemActiveColorHover: strong, colorPrimary: strong },
      Tabs: { itemSelectedColor: strong, itemActiveColor: strong, itemHoverColor: strong },
      Breadcrumb: {
        itemColor: dark ? '#a3acb9' : '#586273',
        lastItemColor: dark ? '#e6e9ee' : '#1d2430',
        separatorColor: dark ? '#a3acb9' : '#586273',
      },
    },
  };
}
