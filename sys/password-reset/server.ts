import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { resetJob } from './server/answer-requests.ts';
import { resetRoutes } from './server/reset-routes.ts';

/** Forgotten passwords on the server: who asks is answered alike, and a job decides who gets a link. */
export const passwordResetServer: ServerFeature = {
  name: 'password-reset',
  routes: (app, services) => resetRoutes(app, { db: services.db, settings: services.settings, guard: services.signIn.guard, services }),
  jobs: ({ db, settings }) => [resetJob(db, settings)],
};
