import { theme, type ThemeConfig } from 'antd';
import type { Tones } from '../../platform/appearance/accent.ts';
import type { Size } from '../../platform/appearance/appearance.ts';

/** The spec's four sizes as antd's control sizes and as font sizes in pixels. */
export const controlSize = { default: 'large', medium: 'medium', small: 'small', mini: 'small' } as const satisfies Record<Size, string>;
const fontSize: Record<Size, number> = { default: 16, medium: 14, small: 13, mini: 12 };

/** antd's tokens, light or dark; the colours are those of base.css. `still`: no motion, as antd would wait for the end of animations that never start. */
export function themeOf({ dark, size, still, tones }: { dark: boolean; size: Size; still: boolean; tones: Tones }): ThemeConfig {
  const [strong, stronger] = dark ? [tones.bright, tones.brighter] : [tones.fill, tones.fillHover];
  const error = dark ? '#ff7875' : '#cf2a25';
  return {
    algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: tones.brand,
      colorError: error,
      colorErrorBorderHover: error,
      colorLink: strong,
      colorLinkHover: stronger,
      colorLinkActive: stronger,
      // For focused elements: antd's own colour is hardly visible (WCAG 2, 1.4.11).
      colorPrimaryBorder: strong,
      // Borders of inputs are visible (WCAG 2, 1.4.11); separators are neither strong nor coloured.
      colorBorder: edge(dark),
      colorBorderSecondary: line(dark),
      colorSplit: line(dark),
      motionDurationMid: '0.15s',
      motionDurationSlow: '0.15s',
      colorTextPlaceholder: dark ? '#9099a6' : '#667080',
      colorTextTertiary: dark ? '#9099a6' : '#667080',
      colorTextDescription: dark ? '#a3acb9' : '#586273',
      ...(dark
        ? { colorBgBase: '#0f1115', colorBgContainer: '#17191e', colorBgElevated: '#1e2127', colorBgLayout: '#0f1115', ...floating }
        : { colorBgLayout: '#f3f6fa' }),
      fontSize: fontSize[size],
      motion: !still,
      borderRadius: 6,
      fontFamily:
        "system-ui, -apple-system, 'Segoe UI', 'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif",
    },
    components: componentsOf(dark, tones, strong, stronger),
  };
}

/** Overrides for single components: text, and backgrounds under white text, with enough contrast (WCAG AA), and visible borders. */
function componentsOf(dark: boolean, tones: Tones, strong: string, stronger: string): NonNullable<ThemeConfig['components']> {
  const fill = { colorPrimary: tones.fill, colorPrimaryHover: tones.fillHover, colorPrimaryActive: tones.fillHover };
  const soft = dark ? tones.softDark : tones.soft;
  // antd uses the brand colour itself, and three of the five are hardly visible beside white.
  const typed = { hoverBorderColor: strong, activeBorderColor: strong };
  return {
    Button: {
      ...fill,
      ...(dark ? { dangerColor: '#2a0b0a' } : {}),
      defaultHoverColor: strong,
      defaultHoverBorderColor: strong,
      defaultActiveColor: stronger,
      defaultActiveBorderColor: stronger,
      primaryShadow: 'none',
      dangerShadow: 'none',
      defaultShadow: 'none',
    },
    Input: typed,
    InputNumber: { ...typed, handleHoverColor: strong },
    Select: { ...typed, optionSelectedBg: soft },
    // The selected day: dark text on a bright colour, or white on a darker one.
    DatePicker: { ...typed, ...(dark ? { colorPrimary: strong, colorTextLightSolid: '#0f1115' } : fill) },
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
    // antd's own backgrounds of a ticked row leave its links too little contrast.
    Table: { rowSelectedBg: soft, rowSelectedHoverBg: soft },
    // Separators, which antd calls borders.
    Collapse: { colorBorder: line(dark) },
    Checkbox: fill,
    Radio: fill,
    // Switches that are off must be visible too.
    Switch: { ...fill, colorTextQuaternary: edge(dark), colorTextTertiary: edge(dark) },
    Slider: { handleColor: strong, handleActiveColor: strong, trackBg: strong, trackHoverBg: strong },
    Progress: { defaultColor: strong },
    Pagination: { itemActiveColor: strong, itemActiveColorHover: strong, colorPrimary: strong },
    Tabs: { itemSelectedColor: strong, itemActiveColor: strong, itemHoverColor: strong, inkBarColor: strong },
  };
}

// antd's shadows are of the colour of text: in dark mode a list of choices has no visible edge.
const shadow = '0 0 0 1px #2e3035, 0 6px 24px rgb(0 0 0 / 0.5)';
const floating = { boxShadow: shadow, boxShadowSecondary: shadow };

const edge = (dark: boolean): string => (dark ? '#74777d' : '#7d8796');
const line = (dark: boolean): string => (dark ? '#2e3035' : '#e4e8ee');
