/** What a role says about the watermark of its holders' pages (dictionary `role_watermark`); of several roles the strictest holds. */
export const watermarks = { asSet: '按系统设置', always: '始终显示', never: '不显示' } as const;

/** `data` of GET /api/session/watermark: whose page it is, for those who see a watermark; null for the others. */
export type WatermarkAnswer = { readonly userName: string; readonly userAccount: string } | null;

export const watermarkPaths = { read: '/api/session/watermark', removed: '/api/session/watermark-removed' } as const;
