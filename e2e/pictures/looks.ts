/** As what a browser opens a page: as on a desk, and as in a hand. Nothing moves. */
const both = { locale: 'zh-CN', timezoneId: 'Asia/Shanghai', reducedMotion: 'reduce' } as const;

export const looks = {
  wide: { ...both, viewport: { width: 1440, height: 900 } },
  phone: { ...both, viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
} as const;
