import { useMedia } from './use-media.ts';

/** Widths of the window from which on there is more room, in pixels; antd's own. */
const widths = { sm: 576, md: 768, xl: 1200 } as const;

/** Whether the window is at least that wide; follows it. Known at the first drawing, unlike antd's own: a list is not drawn twice. */
export const useWide = (width: keyof typeof widths): boolean => useMedia(`(min-width: ${widths[width]}px)`);
