import type { Feature } from '@back-office/contract/office/feature.ts';
import { claimRule } from './claim-rule.ts';

/** Signing in at a provider of OpenID Connect, and what people get by what it says of them. */
export const oidcFeature: Feature = {
  name: 'oidc',
  resources: [claimRule],
  menu: [{ resource: 'sys/claim-rule', group: '/sys', order: 64, title: '登录规则', icon: 'rule' }],
  needs: ['linked-accounts', 'users', 'roles', 'orgs'],
};
