import { theme, type ThemeConfig } from 'antd';
import type { Tones } from '../../platform/appearance/accent.ts';
import type { Size } from '../../platform/appearance/appearance.ts';

/** The spec's four sizes as antd's sizes of controls and of text, in pixels. */
export const controlSize = { default: 'large', medium: 'medium', small: 'small', mini: 'small' } as const satisfies Record<Size, string>;
const fontSize: Record<Size, number> = { default: 16, medium: 14, small: 13, mini: 12 };

/** antd's tokens, light or dark; the colours are those of base.css. `still` for who wants nothing to move: antd waits for ends of motions that never begin. */
export function themeOf(dark: boolean, size: Size, still: boolean, tones: Tones): ThemeConfig {
  // Text of links and grounds under white text: the brand itself has too little contrast there (WCAG AA).
  const fill = { colorPrimary: tones.fill, colorPrimaryHover: tones.fillHover, colorPrimaryActive: tones.fillHover };
  const strong = dark ? tones.bright : tones.fill;
  const stronger = dark ? tones.brighter : tones.fillHover;
  const soft = dark ? tones.softDark : tones.soft;
  const link = { colorLink: strong, colorLinkHover: stronger, colorLinkActive: stronger };
  return {
    algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: tones.brand,
      colorError: dark ? '#ff7875' : '#cf2a25',
      ...link,
      // Of what has the focus: antd's own can hardly be seen (WCAG 2, 1.4.11).
      colorPrimaryBorder: strong,
      // The edges of what is typed into are seen (WCAG 2, 1.4.11); lines between things are neither loud nor coloured.
      colorBorder: dark ? '#74777d' : '#8a94a3',
      colorBorderSecondary: dark ? '#2e3035' : '#e4e8ee',
      colorSplit: dark ? '#2e3035' : '#e4e8ee',
      motionDurationMid: '0.15s',
      motionDurationSlow: '0.15s',
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
        itemSelectedBg: soft,
        itemBg: 'transparent',
        subMenuItemBg: 'transparent',
        activeBarBorderWidth: 0,
        collapsedWidth: 54,
      },
      // antd's own grounds of a ticked row leave its links too little contrast.
      Table: { rowSelectedBg: soft, rowSelectedHoverBg: soft },
      // Lines between things, though antd calls them edges.
      Collapse: { colorBorder: dark ? '#2e3035' : '#e4e8ee' },
      Checkbox: fill,
      Radio: fill,
      Pagination: { itemActiveColor: strong, itemActiveColorHover: strong, colorPrimary: strong },
      Tabs: { itemSelectedColor: strong, itemActiveColor: strong, itemHoverColor: strong },
    },
  };
}
