import type { Feature } from '@back-office/contract/office/feature.ts';

/** Signing in at a provider of OpenID Connect. */
export const oidcFeature: Feature = { name: 'oidc', needs: ['linked-accounts'] };
