import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { lifeOf } from '@back-office/server/identity/session/session-life.ts';
import { ownRoutes } from './server/own-routes.ts';
import { registerRoute } from './server/register-route.ts';
import { notifyApprovers } from './server/notify-approvers.ts';
import { twoFactorRoutes } from './server/two-factor-routes.ts';
import { watchGuessing } from './server/watch-guessing.ts';

/** What everybody does with their own account, and how one comes to have one. */
export const accountServer: ServerFeature = {
  name: 'account',
  routes: (app, services) => {
    const { settings, clock, signIn, urgent } = services;
    registerRoute(app, { ...signIn, clock }, settings);
    twoFactorRoutes(app, { ...services, ...signIn, urgent, isRequiredOfAll: () => settings.twoStep === 'required' });
    ownRoutes(app, { ...services, life: lifeOf(settings) });
  },
  jobs: ({ db }) => [watchGuessing(db), notifyApprovers(db)],
};
