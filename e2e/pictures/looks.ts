/** The browser settings for a page: desktop and phone. Without motion. */
const both = { locale: 'zh-CN', timezoneId: 'Asia/Shanghai', reducedMotion: 'reduce' } as const;

export const looks = {
  wide: { ...both, viewport: { width: 1440, height: 900 } },
  phone: { ...both, viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
} as const;
