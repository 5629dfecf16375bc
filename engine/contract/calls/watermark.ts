/** The watermark setting of a role (dictionary `role_watermark`); of several roles the strictest applies. */
export const watermarks = { asSet: '按系统设置', always: '始终显示', never: '不显示' } as const;

/** `data` of GET /api/session/watermark: the name and account to show; null for users without a watermark. */
export type WatermarkAnswer = { readonly userName: string; readonly userAccount: string } | null;

export const watermarkPaths = { read: '/api/session/watermark', removed: '/api/session/watermark-removed' } as const;
