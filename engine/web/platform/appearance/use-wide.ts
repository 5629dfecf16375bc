import { useMedia } from './use-media.ts';

/** Breakpoints of the window's width, in pixels; the same as antd's. */
const widths = { sm: 576, md: 768, xl: 1200 } as const;

/** Whether the window is at least that wide; follows it. Unlike antd's hook it is right on the first render, so a list is not rendered twice. */
export const useWide = (width: keyof typeof widths): boolean => useMedia(`(min-width: ${widths[width]}px)`);
