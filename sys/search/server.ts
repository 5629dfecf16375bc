import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { searchRoutes } from './server/search-routes.ts';

/** Searching records of every kind in one call. */
export const searchServer: ServerFeature = {
  name: 'search',
  routes: searchRoutes,
};
