import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { signedInOf } from '@back-office/server/identity/session/session-hook.ts';
import { openApi } from './server/openapi.ts';

/** GET /api/openapi.json, without an envelope, as generators of clients expect it (docs/wire.md "Programs"). */
export const apiDocsServer: ServerFeature = {
  name: 'api-docs',
  routes: (app, { office, settings: { title } }) => {
    app.get('/api/openapi.json', { config: { right: 'session', keys: true } }, (request) =>
      openApi({ office, title, calls: app.declaredCalls, user: signedInOf(request) }),
    );
  },
};
