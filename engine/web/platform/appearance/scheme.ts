/** Light, dark, or as set in the system. */
export const schemes = ['system', 'light', 'dark'] as const;
export type Scheme = (typeof schemes)[number];
export const schemeNames: Readonly<Record<Scheme, string>> = { system: '跟随系统', light: '浅色', dark: '深色' };
