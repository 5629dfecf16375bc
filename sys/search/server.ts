import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { findRoutes } from './server/routes.ts';

/** Finding records of every kind in one call. */
export const searchServer: ServerFeature = {
  name: 'search',
  routes: findRoutes,
};
