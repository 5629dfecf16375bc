import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { statisticsRoutes } from './server/statistics-routes.ts';
import { notifyFiguresJob } from './server/notify-figures-job.ts';

/** The figures of the first page. */
export const homeServer: ServerFeature = {
  name: 'home',
  routes: statisticsRoutes,
  jobs: ({ db }) => [notifyFiguresJob(db)],
};
