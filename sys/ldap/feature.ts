import type { Feature } from '@back-office/contract/office/feature.ts';

/** Signing in with the account and password of a directory, by LDAP. */
export const ldapFeature: Feature = { name: 'ldap', needs: ['linked-accounts'] };
