import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { keysRestoreNone } from '../shared/server/keys-restore-none.ts';
import { applyRules } from './server/apply-rules.ts';
import { claimRulePart } from './server/claim-rule-part.ts';
import { oidcWay } from './server/oidc-way.ts';

/** Providers of OpenID Connect by which people sign in, as many as are set. */
export const oidcServer: ServerFeature = {
  name: 'oidc',
  parts: () => ({ 'sys/claim-rule': claimRulePart }),
  wrap: { 'sys/claim-rule': keysRestoreNone('登录规则') },
  entering: (services) => (userId, by) => applyRules(services, userId, by),
  signInWays: ({ settings, clock }) =>
    settings.ways
      .filter(({ kind }) => kind === 'OIDC')
      .map(({ id, values: { ISSUER = '', CLIENT_ID = '', CLIENT_SECRET = '', LABEL, SCOPE } }) =>
        oidcWay(
          {
            id,
            issuer: ISSUER,
            clientId: CLIENT_ID,
            clientSecret: CLIENT_SECRET,
            label: LABEL ?? '统一身份认证',
            scope: SCOPE ?? 'openid profile',
          },
          clock,
        ),
      ),
};
