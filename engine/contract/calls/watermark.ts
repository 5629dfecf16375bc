/** `data` of GET /api/session/watermark: whose page it is, for those who see a watermark; null for the others. */
export type WatermarkAnswer = { readonly userName: string; readonly userAccount: string } | null;

export const watermarkPaths = { read: '/api/session/watermark', removed: '/api/session/watermark-removed' } as const;
