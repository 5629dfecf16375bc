import type { Feature } from '@back-office/contract/office/feature.ts';

/** Signing in with 企业微信, 钉钉 and 飞书, and the people and departments that stand there. */
export const workplacesFeature: Feature = { name: 'workplaces', needs: ['linked-accounts'] };
