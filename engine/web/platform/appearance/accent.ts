/** The accent colours, for buttons, selections and links, by name. */
export const accents = ['blue', 'teal', 'green', 'purple', 'orange'] as const;
export type Accent = (typeof accents)[number];
export const accentNames: Readonly<Record<Accent, string>> = { blue: '蓝色', teal: '青色', green: '绿色', purple: '紫色', orange: '橙色' };

/** The shades of one accent: text and backgrounds need more contrast than decoration (WCAG 2, 1.4.3). */
export interface Tones {
  /** For decoration, and as the seed of antd's tokens. */
  readonly brand: string;
  /** Backgrounds under white text, and text on light; the second is the hover state. */
  readonly fill: string;
  readonly fillHover: string;
  /** Text on dark; the second is the hover state. */
  readonly bright: string;
  readonly brighter: string;
  /** Backgrounds of selections, light and dark. */
  readonly soft: string;
  readonly softDark: string;
}

const tones = (colours: string): Tones => {
  const [brand = '', fill = '', fillHover = '', bright = '', brighter = '', soft = '', softDark = ''] = colours
    .split(' ')
    .map((hex) => `#${hex}`);
  return { brand, fill, fillHover, bright, brighter, soft, softDark };
};

/** The first is the brand colour (docs/spec.md 9), and the one in base.css, which applies before any code runs. */
export const tonesOf: Readonly<Record<Accent, Tones>> = {
  blue: tones('1890ff 0a6ed1 0b5fb3 4aa8ff 7cc0ff e8f4ff 11263c'),
  teal: tones('13c2c2 00747a 005e63 36cfc9 87e8de e4f7f6 0d2b2c'),
  green: tones('52c41a 2b7a0b 226209 73d13d b7eb8f edf8e8 162b10'),
  purple: tones('9254de 722ed1 5b21b0 b68cf0 d3b8fa f5effd 24193a'),
  orange: tones('fa8c16 a84b00 8a3d00 ffa940 ffc880 fff2e4 332110'),
};

/** The same as the variables of base.css. */
export const variablesOf = ({ brand, fill, fillHover, bright, brighter, soft, softDark }: Tones): Readonly<Record<string, string>> => ({
  '--brand': brand,
  '--brand-strong': `light-dark(${fill}, ${bright})`,
  '--brand-stronger': `light-dark(${fillHover}, ${brighter})`,
  '--brand-fill': fill,
  '--brand-fill-hover': fillHover,
  '--brand-soft': `light-dark(${soft}, ${softDark})`,
});
