import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { passkeyWay } from '@back-office/server/identity/passkeys/passkey-session.ts';
import { passkeyLoginRoutes } from './server/passkey-login-routes.ts';
import { ownPasskeyRoutes } from './server/own-passkey-routes.ts';
import { passkeyPart } from './server/passkey-part.ts';

/** Passkeys on the server: adding and ending them, and signing in. */
export const passkeysServer: ServerFeature = {
  name: 'passkeys',
  parts: () => ({ 'sys/passkey': passkeyPart }),
  signInWays: ({ signIn: { passkeys } }) => (passkeys === undefined ? [] : [{ id: passkeyWay, kind: 'passkey', label: '通行密钥' }]),
  routes: (app, services) => {
    passkeyLoginRoutes(app, { ...services.signIn, db: services.urgent }, services.settings);
    ownPasskeyRoutes(app, { ...services, ...services.signIn, isRequiredOfAll: () => services.settings.twoStep === 'required' });
  },
};
