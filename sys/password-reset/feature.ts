import type { Feature } from '@back-office/contract/office/feature.ts';

/** A password that was forgotten, set anew by a link that comes by mail. */
export const passwordResetFeature: Feature = { name: 'password-reset', needs: ['mail'] };
